// What outlives a crash of the engine: the texts of all records, kept by JavaScript, and how often each session crashed where.

/** Records of the sessions that were opened, by session. The engine adds to them as it records. */
export const journals = new Map<string, string[]>();

/** A file as it crosses to the engine: its id, its description as JSON text, its bytes. */
export type StoredFileEntry = [id: string, about: string, bytes: ArrayBuffer];

/** Files that only this page has, by session and id: of sessions in memory, and where the browser refuses a database. */
export const held = new Map<string, Map<string, StoredFileEntry>>();

const counts = new Map<string, { records: number; times: number }>();

/** A call that a crash cut off is begun anew when its session is opened: its records lead no further. */
const CALL = /"fact":\{"call_(started|ended)"/;

export const crashes = {
  /** Notes a crash of the engine while a session had these records. */
  count(session: string, journal: readonly string[]): void {
    const records = journal.filter((record) => !CALL.test(record)).length;
    const before = counts.get(session);
    counts.set(session, { records, times: before?.records === records ? before.times + 1 : 1 });
  },
  /** True for a session that was open in a crash. */
  any(session: string): boolean {
    return counts.has(session);
  },
  /** True for a session that crashed twice at the same record: it is opened for reading and export only. */
  twice(session: string): boolean {
    return (counts.get(session)?.times ?? 0) >= 2;
  },
};
