// What a store of the host's has to do. The engine's own stores keep to the same rules.

/** What lists need of a session. A store keeps it as it is given and hands it back unchanged. */
export interface StoredRow {
  /** Id of the session: a UUID, or any text where a host brought a session in. */
  session: string;
  /** Id of its guide. */
  guide: string;
  /** What it is about. */
  subject: string;
  /** Status by its records. */
  status: "active" | "paused" | "completed";
  offline: boolean;
  /** Last record, in milliseconds since 1970. */
  updatedAt: number;
  /** How many records there are. */
  records: number;
  /** Raised by every `claim`: whoever wrote the session before is refused by it. */
  epoch: number;
  /** JSON text for lists. */
  head: string;
}

/** Records with the row after them, to be kept together or not at all. */
export interface StoredBatch {
  /** Place of the first record, from 0. */
  first: number;
  /** JSON text of each. */
  records: string[];
  row: StoredRow;
  /** True when the draft goes with it, because these records hold it as an answer. */
  clearDraft: boolean;
  /** True when it must be on the disk before the promise resolves: somebody has answered. */
  strict: boolean;
}

/** What was typed or filled in and not sent. */
export interface StoredDraft {
  text: string;
  /** What was changed in the form that waits, as JSON text; empty where nothing was. */
  form: string;
  /** When, in milliseconds since 1970. */
  at: number;
}

/** A session as it is kept. */
export interface StoredSession {
  row: StoredRow;
  records: string[];
  draft: StoredDraft | null;
}

/** A file of a session. */
export interface StoredFile {
  /** Known in its session only. */
  id: string;
  /** What is said of it, as JSON text. */
  about: string;
  bytes: ArrayBuffer;
}

/** One change to the files of a session. */
export type StoredFileChange = { keep: StoredFile } | { remove: string };

/**
 * A place where sessions are kept, for `storage`. Each method does the whole of what it says or nothing, and its promise resolves when
 * that is done. Calls for one session may come while an earlier one is going on; they take effect in the order in which they came.
 *
 * A method refuses by an error with a `code`: `taken_over`, `deleted`, `storage_full` or `storage_refused`. Any other error is written to
 * the console, reported as `storage_lost`, and what was to be kept is tried again.
 */
export interface SessionStore {
  /**
   * Adds records after those that are there and puts the row in the place of the one before. Records that are there already, by their
   * places, are left as they are; a batch without a new one leaves the row as well.
   *
   * Refuses with `taken_over` when the epoch of the row that is there is another, with `deleted` when the session is not there and the
   * batch does not begin with record 0, and with any other code when records would be missing in between.
   */
  append(batch: StoredBatch): Promise<void>;
  /**
   * Puts records in the place of all that are there, or begins a session with them, and changes files with them. What was there before is
   * gone from the disk then. The draft stays unless `clearDraft` is true. Refuses with `taken_over` as `append` does.
   */
  rewrite(batch: StoredBatch, files: readonly StoredFileChange[]): Promise<void>;
  /** Adds 1 to the epoch of a session's row and reads the session; null when there is none. */
  claim(session: string): Promise<StoredSession | null>;
  /** Reads a session; null when there is none. */
  read(session: string): Promise<StoredSession | null>;
  /** Gives the rows of all sessions, or of those only that have this guide and subject, in any order. */
  list(query: { guide?: string; subject?: string }): Promise<{ row: StoredRow; draftAt: number | null }[]>;
  /** Keeps a draft, or with null none. Refuses with `deleted` when there is no such session, with `taken_over` when its epoch is another. */
  saveDraft(session: string, epoch: number, draft: StoredDraft | null): Promise<void>;
  /** Keeps and deletes files of a session. Refuses as `saveDraft` does; with a null epoch whoever writes it does not matter. */
  changeFiles(session: string, epoch: number | null, changes: readonly StoredFileChange[]): Promise<void>;
  /** Reads a file; null when it is not there. */
  file(session: string, id: string): Promise<StoredFile | null>;
  /** Gives what is said of each file of a session, in the order of their ids. */
  files(session: string): Promise<string[]>;
  /** Deletes a session with its draft and its files, and says whether it was there. */
  remove(session: string): Promise<boolean>;
}
