// One interview as a host holds it.
import type {
  ArtifactsView,
  CallView,
  ExchangeView,
  FileRef,
  FindingsEdit,
  RefuseReason,
  ResultView,
  SkillsEdit,
  SkillView,
  View,
} from "../types/generated.js";
import type { Handle } from "../dist/glue/colloquy.js";
import { call, followWhole, isWhole, loadWhole, needWhole, onCrash, onTrouble, onWhole, wait } from "./engine.js";
import { ColloquyError } from "./errors.js";
import { extras, hasExtras, loadExtras } from "./extras.js";
import type { NewFile, Place } from "./files.js";
import type { Caller, ModelEvent } from "./model.js";
import type { Connection } from "./options.js";
import { quietly } from "./quietly.js";
import { crashes, held, journals } from "./survival.js";
import { type Bench, capabilities, type FormValue, runTool } from "./tools.js";

/**
 * Formats that a session can be written in; `session` is the file that `Library.import` reads, `skills-csv` the table of a
 * skills interview.
 */
export type ExportFormat = "markdown" | "narrative" | "qa" | "html" | "csv" | "skills-csv" | "json" | "session";

/** What the first of the engine's files can be told and asked. */
const FIRST = new Set(["consent", "draft", "view", "diagnostics"]);

/** Time between two wake-ups while text streams, in milliseconds: 20 a second. */
const STREAM_MS = 50;

/**
 * @internal Makes a handle with the two functions that it calls: to say that something changed, and to ask a model or stop it. The id
 * of a tool is a text.
 */
export type Open = (
  wake: (streaming: boolean) => void,
  models: (id: number | string, dialect?: string, request?: string) => void,
) => Promise<Handle>;

/**
 * A running interview. Read `view` after every wake-up of `subscribe`; `view.can` says which methods do something now, and
 * calling another throws a `ColloquyError` with the remedy.
 */
export class Interview {
  readonly #of: number;
  readonly #handle: Handle;
  /** The texts of all records; the engine adds to them as it records. */
  readonly #journal: string[];
  readonly #listeners = new Set<() => void>();
  readonly #ignoreCrashes: () => void;
  readonly #connection: Connection | undefined;
  readonly #bench: Bench;
  readonly #calls = new Map<number | string, AbortController>();
  readonly #watchers = new Set<(id: string, done: number, total: number) => void>();
  #caller: Promise<Caller> | undefined;
  #view: View | undefined;
  /** True while `#view` is of an engine that is not whole. */
  #limited = false;
  #followed = false;
  #told = -1;
  #due = false;
  #toldAt = 0;
  #disposed = false;

  /** @internal */
  static async make(of: number, connection: Connection | undefined, bench: Bench, open: Open): Promise<Interview> {
    // Wake-ups that come before there is an interview to read are caught up with by the first subscriber's own reading; a
    // call that comes before waits for it.
    const early: { wake?: (streaming: boolean) => void; made?: (interview: Interview) => void } = {};
    const made = new Promise<Interview>((resolve) => {
      early.made = resolve;
    });
    const handle = await open(
      (streaming) => early.wake?.(streaming),
      (id, dialect, request) => void made.then((interview) => interview.#ask(id, dialect, request)),
    );
    const interview = new Interview(of, handle, connection, bench);
    early.wake = (streaming) => interview.#wake(streaming);
    early.made?.(interview);
    return interview;
  }

  private constructor(of: number, handle: Handle, connection: Connection | undefined, bench: Bench) {
    this.#of = of;
    this.#handle = handle;
    this.#connection = connection;
    this.#bench = bench;
    this.#describe();
    const { session } = this.view;
    const journal = call(of, () => handle.journal()) as string[];
    this.#journal = journal;
    journals.set(session, journal);
    const ignoreTrouble = onTrouble(() => this.#notify());
    const ignoreCrash = onCrash(() => {
      crashes.count(session, journal.length);
      this.#hangUp();
      this.#notify();
    });
    const ignoreWhole = onWhole(() => {
      this.#told = -1;
      this.#notify();
    });
    this.#ignoreCrashes = () => [ignoreTrouble, ignoreCrash, ignoreWhole].forEach((ignore) => ignore());
  }

  /** What the screen needs now; the same object while nothing has changed. */
  get view(): View {
    return this.#call(() => {
      const limited = !isWhole();
      if (this.#view?.revision === this.#handle.revision && this.#limited === limited) return this.#view as View;
      const view = JSON.parse(this.#handle.read("view")) as View;
      if (limited) this.#limit(view);
      this.#limited = limited;
      return (this.#view = view);
    });
  }

  /** Exchanges that are over, from `from` (0-based) up to, not including, `to`. */
  exchanges(from = 0, to = 0xffff_ffff): ExchangeView[] {
    return JSON.parse(this.#call(() => this.#handle.exchanges(from, to))) as ExchangeView[];
  }

  /**
   * The skills of a skills interview with what is known of each, in the order in which they were named; empty in any other
   * interview. It has changed when `view.skills.revision` has.
   */
  skills(): SkillView[] {
    return JSON.parse(this.#read("skills")) as SkillView[];
  }

  /** What an onboarding interview has kept, and its files. It has changed when `view.onboarding.revision` has. */
  artifacts(): ArtifactsView {
    return JSON.parse(this.#read("artifacts")) as ArtifactsView;
  }

  /** Calls `listener` after changes, from a microtask and at most 20 times a second while text streams. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Waits until the view satisfies a predicate. */
  until(predicate: (view: View) => boolean): Promise<View> {
    return new Promise((resolve, reject) => {
      const look = () => {
        try {
          const { view } = this;
          if (!predicate(view)) return false;
          resolve(view);
        } catch (error) {
          reject(error);
        }
        return true;
      };
      if (look()) return;
      const stop = this.subscribe(() => {
        if (look()) stop();
      });
    });
  }

  /** Agrees to what the guide asks for; before that nothing is stored or sent. */
  consent(): void {
    this.#tell("consent");
  }
  /** Sends an answer. A text that is empty does nothing; one that begins with a command is taken as that. */
  answer(text: string): void {
    this.#tell("answer", text);
  }
  /** Changes the answer to an earlier question, by its number. */
  amend(question: number, text: string): void {
    this.#tell("amend", text, question);
  }
  /** Passes the open question over; it never comes back. */
  skip(): void {
    this.#tell("skip");
  }
  /** Refuses the open question: its topic is closed. With an action on offer, says no to that. */
  decline(): void {
    this.#tell("decline");
  }
  /** Accepts the action that is on offer. */
  accept(): void {
    this.#tell("accept");
  }
  /** Goes on with the built-in interviewer in place of the model, for good; it is recorded. */
  useScripted(): void {
    this.#tell("useScripted");
  }
  /** Stops here for now. */
  pause(): void {
    this.#tell("pause");
  }
  /** Comes back to a paused or abandoned session. */
  resume(): void {
    this.#tell("resume");
  }
  /** Asks no more, and goes to the review; a second time, in the review, completes the session. */
  finish(): void {
    this.#tell("finish");
  }
  /** Stops the running call, or the wait for the next attempt. */
  cancel(): void {
    this.#tell("cancel");
  }
  /** Tries again what was given up or cancelled. */
  retry(): void {
    this.#tell("retry");
  }
  /** Strikes, adds or rewords a finding, in the review. */
  editFindings(edit: FindingsEdit): void {
    this.#tell("editFindings", JSON.stringify(edit));
  }
  /** Strikes, adds or renames a skill, or sets an attribute of one, while a skills interview goes on; the respondent's word wins. */
  editSkills(edit: SkillsEdit): void {
    this.#tell("editSkills", JSON.stringify(edit));
  }
  /**
   * Fills in the form that waits, `view.form`, by its token. Files are looked at, kept on this device and only then handed in.
   *
   * Rejects with `invalid_form` and every fault in `details` where something is to be mended: the form still waits. With
   * `no_such_form` where it was filled in or refused before, and with the codes of `library.putFile` where a file cannot be kept.
   */
  async settle(token: string, value: FormValue): Promise<void> {
    const { form } = this.view;
    const asked = form?.token === token && "upload" in form.kind ? form.kind.upload : undefined;
    const told = (value: object) => this.#tell("settleForm", JSON.stringify({ token, value }));
    if (!asked) return told(value);
    const { settleUpload } = await import("./tools/upload.js");
    return settleUpload(token, value, asked, this, (files) => told({ files }));
  }
  /** Refuses the form that waits; the interview goes on without it. */
  refuse(token: string, reason: RefuseReason = "user_cancelled"): void {
    this.#tell("refuseForm", JSON.stringify({ token, reason }));
  }
  /** Calls `listener` with how far a tool is that runs for `view.onboarding.running`: pages of a document, as a rule. */
  onToolProgress(listener: (id: string, done: number, total: number) => void): () => void {
    this.#watchers.add(listener);
    return () => this.#watchers.delete(listener);
  }

  /** The unsent text. Setting it is the same as `saveDraft`. */
  get draft(): string {
    return this.#read("draft");
  }
  set draft(text: string) {
    this.saveDraft(text);
  }
  /** Keeps the unsent text, in the store within a second. */
  saveDraft(text: string): void {
    this.#tell("draft", text);
  }

  /**
   * Keeps what was changed in the form that waits, in the store within a second, at most 200 kB of JSON; null when nothing was. It goes
   * with the form. For a form that does not wait nothing is kept.
   */
  setFormDraft(token: string, value: unknown): void {
    this.#tell("formDraft", JSON.stringify({ token, value }));
  }
  /** What was changed in the form that waits, or null. */
  formDraft(token: string): unknown {
    const draft = JSON.parse(this.#read("formDraft")) as { token: string; value: unknown } | null;
    return draft?.token === token ? draft.value : null;
  }

  /** Reads a file of this session by its `storageUrl`; null for one that is not there. */
  async file(url: string): Promise<Blob | null> {
    return (await import("./files.js")).blobOf(this.#place(), url);
  }
  /** Says which files this session has, in the order of their ids. */
  async files(): Promise<FileRef[]> {
    return (await import("./files.js")).listFiles(this.#place());
  }
  /** @internal Keeps a file whose bytes were looked at; it is stored when the promise resolves. */
  async keepFile(file: NewFile): Promise<FileRef> {
    return (await import("./files.js")).keepFile(this.#place(true), file);
  }
  /** @internal Deletes a file that was kept for nothing. */
  async removeFile(url: string): Promise<void> {
    await (await import("./files.js")).removeFile(this.#place(true), url);
  }

  /** Takes the session over from the tab that writes it, when `view.saving.state` is `read_only`. */
  async takeOver(): Promise<void> {
    await this.#wait(() => this.#handle.change());
    this.#describe();
  }
  /** Removes the answer to a question for good, with the files that came with it; a tombstone stays. */
  async redact(question: number): Promise<void> {
    const [{ goneFrom }] = await Promise.all([import("./files.js"), loadExtras()]);
    let gone: string[] = [];
    await this.#wait(() => {
      const before = [...this.#journal];
      const after = extras((module) => module.redactRecords(before, question));
      gone = goneFrom(before, after);
      return this.#handle.change(after, gone);
    });
    for (const id of gone) held.get(this.view.session)?.delete(id);
    this.#describe();
  }
  /** Every call of the interviewer with what has left the device and what came back. */
  calls(): CallView[] {
    return JSON.parse(this.#ofRecords((records) => extras((module) => module.callsOf(records)))) as CallView[];
  }
  /**
   * The result as it stands; final once `view.phase` is `finished`. Its transcript is empty while the part of the engine that
   * writes it is not loaded, which is only so after `init({ engineOnly: true })`.
   */
  result(): ResultView {
    const result = JSON.parse(this.#read("result")) as ResultView;
    return hasExtras() ? { ...result, transcript: this.export("markdown") } : result;
  }
  /** Writes the interview in a format. `session` is without files here: `sessionFile()` has them. */
  export(format: ExportFormat): string {
    const draft = this.draft;
    return this.#ofRecords((records) => extras((module) => module.exportRecords(records, draft, String(format))));
  }
  /** Writes the session as the file that `Library.import` reads, with the files that the respondent handed in. */
  async sessionFile(): Promise<string> {
    const [{ withFiles }] = await Promise.all([import("./session-file.js"), loadExtras()]);
    return withFiles(this.export("session"), this.#journal, this.#place());
  }
  /** Figures for a bug report; nothing the respondent wrote is in it. */
  diagnostics(): Record<string, unknown> {
    return JSON.parse(this.#read("diagnostics")) as Record<string, unknown>;
  }

  /** Saves what is unsaved and lets the session go; it stays in the store. Afterwards every method refuses. */
  dispose(): void {
    if (this.#disposed) return;
    this.#ignoreCrashes();
    this.#hangUp();
    try {
      // The database outlives a crash by itself; memory does not.
      if (!this.diagnostics()["memory"]) for (const left of [journals, held]) left.delete(this.view.session);
      this.#call(() => {
        this.#handle.dispose();
        // It holds functions that hold this: nothing collects such a circle that goes through the engine.
        this.#handle.free();
      });
    } catch {
      // A crashed engine holds nothing any more.
    }
    this.#disposed = true;
    this.#listeners.clear();
    this.#watchers.clear();
  }

  /**
   * Asks a model, or the rules that read texts for skills, or stops asking. What comes goes back to the engine, which knows whether
   * it still wants it.
   */
  async #ask(id: number | string, dialect?: string, request?: string): Promise<void> {
    this.#calls.get(id)?.abort();
    this.#calls.delete(id);
    if (dialect === undefined || request === undefined || this.#disposed) return;
    const stop = new AbortController();
    this.#calls.set(id, stop);
    if (typeof id === "string") return this.#run(id, request, stop);
    const told = (event: ModelEvent) => {
      if (this.#calls.get(id) === stop) this.#tell("model", JSON.stringify(event), id);
    };
    const connection = this.#connection;
    try {
      if (dialect === "scripted") {
        await (await import("./skills.js")).answer(request, told);
      } else if (connection) {
        this.#caller ??= import("./model.js").then(({ Caller }) => new Caller(connection, this.view.session));
        await (await this.#caller).ask(dialect, request, stop.signal, told);
      } else {
        const message = "this session is led by a model: open it with `model: { proxy }`, or go on with useScripted()";
        told({ failed: { kind: "invalid", message } });
      }
    } catch {
      // The part that answers could not be loaded, or the engine crashed, which its handle says by itself.
      this.#caller = undefined;
      try {
        told({ failed: { kind: "network", message: "the part of this page that answers calls could not be loaded" } });
      } catch {
        // Nobody is left to be told.
      }
    } finally {
      if (this.#calls.get(id) === stop) this.#calls.delete(id);
    }
  }

  /** Runs a tool and tells the engine its one result. */
  async #run(id: string, request: string, stop: AbortController): Promise<void> {
    const { signal } = stop;
    const progress = (done: number, total: number) => {
      for (const watcher of [...this.#watchers]) quietly(() => watcher(id, done, total));
    };
    try {
      const result = await runTool(request, { ...this.#bench, session: this.view.session, files: this, signal, progress });
      if (this.#calls.get(id) !== stop) return;
      this.#calls.delete(id);
      // The tab that took the session over has run it again, or said that it was cut off.
      if (this.view.saving.state !== "read_only") this.#tell("toolSettled", JSON.stringify({ id, result }));
    } catch {
      // The engine crashed, which its handle says by itself: nobody is left to be told.
    }
  }

  /** Says what this browser can do: another one may have begun the session. */
  #describe(): void {
    if (this.view.onboarding) this.#tell("capabilities", JSON.stringify(capabilities(this.#bench.readers)));
  }

  #hangUp(): void {
    for (const call of this.#calls.values()) call.abort();
    this.#calls.clear();
  }

  /** Shows what can be done before the engine is whole, and lets the rest of it follow. */
  #limit(view: View): void {
    for (const name of Object.keys(view.can) as (keyof View["can"])[]) view.can[name] = false;
    if (!view.question || this.#followed) return;
    this.#followed = true;
    followWhole();
  }

  #tell(what: string, text = "", question = 0): void {
    if (!FIRST.has(what)) needWhole();
    // A text that is none would reach the engine as the word "undefined".
    if (typeof text !== "string") throw new ColloquyError("invalid_options", "the text must be a string");
    this.#call(() => this.#handle.tell(what, text, question));
  }

  /** Where this session's files are; for writing, only as long as nobody else writes the session. */
  #place(writes = false): Place {
    const { memory, epoch, session } = this.diagnostics() as { memory: boolean; epoch: number; session: string };
    if (writes && this.view.saving.state === "read_only") {
      throw new ColloquyError("read_only", "another tab writes this session: take it over to go on here");
    }
    const place = { of: this.#of, storage: memory ? ("memory" as const) : ("indexeddb" as const), session };
    return writes ? { ...place, epoch } : place;
  }

  #ofRecords<T>(work: (records: string[]) => T): T {
    this.#check();
    // What a crash left over is not written out as if nothing had been.
    call(this.#of, () => this.#handle.revision);
    return work([...this.#journal]);
  }

  #read(what: string): string {
    if (!FIRST.has(what)) needWhole();
    return this.#call(() => this.#handle.read(what));
  }

  #call<T>(work: () => T): T {
    this.#check();
    return call(this.#of, work);
  }

  async #wait<T>(work: () => Promise<T>): Promise<T> {
    this.#check();
    await loadWhole();
    return wait(this.#of, work);
  }

  #check(): void {
    if (this.#disposed) throw new ColloquyError("disposed", "this interview was let go with dispose(): open the session again");
  }

  // Called by the engine while it is busy: only notes that listeners are to be called.
  #wake(streaming: boolean): void {
    const since = performance.now() - this.#toldAt;
    if (!streaming || since >= STREAM_MS) {
      queueMicrotask(() => this.#notify());
    } else if (!this.#due) {
      this.#due = true;
      setTimeout(() => {
        this.#due = false;
        this.#notify();
      }, STREAM_MS - since);
    }
  }

  #notify(): void {
    if (this.#disposed) return;
    let revision = -2;
    try {
      revision = this.#call(() => this.#handle.revision);
    } catch {
      // A crash is news too: the listener's own reading of `view` says so.
    }
    if (revision === this.#told) return;
    this.#told = revision;
    this.#toldAt = performance.now();
    for (const listener of [...this.#listeners]) quietly(listener);
  }
}
