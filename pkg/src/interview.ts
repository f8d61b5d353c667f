/// <reference lib="esnext.disposable" preserve="true" />
// One interview as a host holds it.
import type {
  CallView,
  ExchangeView,
  FileRef,
  FindingsEdit,
  KindDetails,
  RefuseReason,
  ResultView,
  SkillsEdit,
  View,
} from "../types/generated.js";
import type { Input, ModelEvent, Reading } from "../types/messages.js";
import type { Handle } from "../dist/glue/colloquy.js";
import type { Open } from "./open.js";
import { call, callLoaded, onCrash, onTrouble, wait } from "./engine.js";
import { ColloquyError } from "./errors.js";
import type { NewFile, Origin, Place } from "./files.js";
import { importAgain } from "./import-again.js";
import type { ValueEdit } from "./kinds.js";
import type { Caller } from "./model.js";
import { type ExportFormat, type ModelConnection, type ModelPlace, placeOf } from "./options.js";
import { hearingIn, loadParts } from "./parts.js";
import { quietly } from "./quietly.js";
import { crashes, held, journals } from "./survival.js";
import { stringOf, wellFormed } from "./text.js";
import { bind, Waiting } from "./waiting.js";
import { type HostExtensions, capabilities, type FormValue, runTool } from "./tools.js";

/** Time between two wake-ups while text streams, in milliseconds: 20 a second. */
const STREAM_MS = 50;

/**
 * A running interview. Read `view` after every wake-up of `subscribe`; `view.can` says which methods do something now, and
 * calling another throws a `ColloquyError` with the remedy.
 */
export class Interview {
  readonly #of: number;
  readonly #handle: Handle;
  readonly #storage: string | undefined;
  /** The texts of all records; the engine adds to them as it records. */
  readonly #journal: string[];
  readonly #listeners = new Set<() => void>();
  readonly #ignoreCrashes: () => void;
  readonly #connection: ModelConnection | undefined;
  readonly #extensions: HostExtensions;
  readonly #calls = new Map<number | string, AbortController>();
  readonly #watchers = new Set<(id: string, done: number, total: number) => void>();
  readonly #waiting = new Waiting();
  #caller: Promise<Caller> | undefined;
  #view: View | undefined;
  #notified = -1;
  #due = false;
  #notifiedAt = 0;
  #disposed = false;

  /** @internal */
  static async make(origin: Origin, connection: ModelConnection | undefined, extensions: HostExtensions, open: Open): Promise<Interview> {
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
    const interview = new Interview(origin, handle, connection, extensions);
    early.wake = (streaming) => interview.#wake(streaming);
    early.made?.(interview);
    return interview;
  }

  private constructor({ of, storage }: Origin, handle: Handle, connection: ModelConnection | undefined, extensions: HostExtensions) {
    this.#of = of;
    this.#handle = handle;
    this.#storage = storage;
    this.#connection = connection;
    this.#extensions = extensions;
    // So that `const { answer } = interview` and `useSyncExternalStore(interview.subscribe, …)` work as they are written.
    bind(this, Interview.prototype);
    this.#describe();
    const { session } = this.view;
    const journal = call(of, () => handle.journal()) as string[];
    this.#journal = journal;
    journals.set(session, journal);
    const ignoreTrouble = onTrouble(() => this.#notify());
    const ignoreCrash = onCrash(() => {
      crashes.count(session, journal);
      this.#hangUp();
      this.#notify();
    });
    this.#ignoreCrashes = () => [ignoreTrouble, ignoreCrash].forEach((ignore) => ignore());
  }

  /** What the screen needs now; the same object while nothing has changed. */
  get view(): View {
    return this.#call(() => {
      if (this.#view?.revision !== this.#handle.revision) this.#view = JSON.parse(this.#handle.read("view")) as View;
      return this.#view as View;
    });
  }

  /** Where the model is that leads it, as the page declares it. */
  get modelPlace(): ModelPlace | null {
    return placeOf(this.#connection);
  }

  /** Exchanges that are over, from `from` (0-based) up to, not including, `to`. */
  exchanges(from = 0, to = 0xffff_ffff): ExchangeView[] {
    return JSON.parse(this.#call(() => this.#handle.exchanges(from, to))) as ExchangeView[];
  }

  /** What this kind of interview has collected, which is too much for every view. Where `view.kind` has a `revision`, they go together. */
  details(): KindDetails {
    return JSON.parse(this.#read("details")) as KindDetails;
  }

  /** Calls `listener` after changes, from a microtask and at most 20 times a second while text streams. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Waits until the view satisfies a predicate. Rejects with `disposed` when the interview is let go before that, with `engine_crashed`
   * after a crash, and with the signal's reason when that aborts.
   */
  until(predicate: (view: View) => boolean, { signal }: { signal?: AbortSignal } = {}): Promise<View> {
    return this.#waiting.until(this, predicate, signal);
  }

  /**
   * Gives the view now and after every change, the latest where several came at once: `for await (const view of interview)`. It ends
   * after a finished view that is stored or known not to be, and with `dispose()`.
   */
  async *[Symbol.asyncIterator](): AsyncGenerator<View, void, undefined> {
    yield* (await import("./views.js")).views(this);
  }

  /** The same as `dispose()`, for `using`. */
  [Symbol.dispose](): void {
    this.dispose();
  }

  /** Agrees to what the guide asks for; before that nothing is stored or sent. */
  consent(): void {
    this.#send("consent");
  }
  /** Sends an answer. A text that is empty does nothing; one that begins with a command is taken as that. */
  answer(text: string): void {
    this.#send({ answer: { text: stringOf(text) } });
  }
  /** Changes the answer to an earlier question, by its number; one that was skipped or declined is answered after all. */
  amend(question: number, text: string): void {
    this.#send({ amend: { question, text: stringOf(text) } });
  }
  /** Passes the open question over; it never comes back. */
  skip(): void {
    this.#send({ command: "skip" });
  }
  /** Refuses the open question: its topic is closed. With an action on offer, says no to that. */
  decline(): void {
    this.#send({ command: "decline" });
  }
  /** Accepts the action that is on offer. */
  accept(): void {
    this.#send({ command: "accept" });
  }
  /** Goes on with the built-in interviewer in place of the model, for good; it is recorded. */
  useScripted(): void {
    this.#send("use_scripted");
  }
  /** Stops here for now. */
  pause(): void {
    this.#send({ command: "pause" });
  }
  /** Comes back to a paused or abandoned session, or from the review to questions that were ended early. */
  resume(): void {
    this.#send({ command: "resume" });
  }
  /**
   * Asks no more, and goes to the review; a second time, in the review, completes the session. Rejects with `part_unavailable` while the
   * part of the engine that finds insights in the answers cannot be loaded, and can then be called again.
   */
  async finish(): Promise<void> {
    try {
      this.#send({ command: "finish" });
    } catch (error) {
      if (!(error instanceof ColloquyError && error.code === "part_unavailable")) throw error;
      await this.#find();
      // Who called it twice meanwhile has finished it once.
      if (this.view.phase !== "finished") this.#send({ command: "finish" });
    }
  }
  /** Stops the running call, or the wait for the next attempt. */
  cancel(): void {
    this.#send({ command: "cancel" });
  }
  /** Tries again what was given up or cancelled. */
  retry(): void {
    this.#send({ command: "retry" });
  }
  /** Strikes, adds or rewords a finding, in the review. */
  editFindings(edit: FindingsEdit): void {
    this.#send({ edit_findings: edit });
  }
  /** Corrects what this kind of interview collects: a skill, or the value of a typed question. The respondent's word wins. */
  edit(edit: SkillsEdit | ValueEdit): void {
    this.#send({ edit });
  }
  /**
   * Fills in the form that waits, `view.form`, by its token. Files are looked at, kept on this device and only then handed in.
   *
   * Rejects with `invalid_form` and every fault in `details` where something is to be mended: the form still waits. With
   * `no_such_form` where it was filled in or refused before, and with the codes of `library.putFile` where a file cannot be kept.
   */
  async settle(token: string, value: FormValue): Promise<void> {
    const send = (value: object) => this.#send({ settle_form: { token, value } });
    const { form } = this.view;
    if (form?.token !== token || !("upload" in form.kind)) return send(value);
    const { settleUpload } = await import("./tools/upload.js");
    return settleUpload(token, value, form.kind.upload, this, this.#extensions.readers, (files) => send({ files }));
  }
  /**
   * Puts another file in the place of the one that answers a question of a study, one of `view.kind.values`. Rejects as `settle` does. What
   * was there before stays in the records, as an answer does that was changed: `redact` removes both.
   */
  async replaceFile(question: number, file: Blob): Promise<void> {
    const { replaceUpload } = await import("./tools/upload.js");
    return replaceUpload(question, file, this.view, this, this.#extensions.readers, (value) => this.edit({ question, value }));
  }
  /** Refuses the form that waits; the interview goes on without it. */
  refuse(token: string, reason: RefuseReason = "user_cancelled"): void {
    this.#send({ refuse_form: { token, reason } });
  }
  /** Calls `listener` with how far a tool is that runs for `view.kind.running`: pages of a document, as a rule. */
  onToolProgress(listener: (id: string, done: number, total: number) => void): () => void {
    this.#watchers.add(listener);
    return () => this.#watchers.delete(listener);
  }

  /** The unsent text. Setting it is the same as `saveDraft`. */
  get draft(): string {
    return this.#read("draft");
  }
  /** Stores the unsent text, as `saveDraft` does. */
  set draft(text: string) {
    this.saveDraft(text);
  }
  /** Keeps the unsent text, in the store within a second. */
  saveDraft(text: string): void {
    this.#send({ draft: { text: stringOf(text) } });
  }

  /**
   * Keeps what was changed in the form that waits, in the store within a second, at most 200 kB of JSON; null when nothing was. It goes
   * with the form. For a form that does not wait nothing is kept.
   */
  setFormDraft(token: string, value: unknown): void {
    this.#send({ form_draft: { token, value } });
  }
  /** What was changed in the form that waits, or null. */
  formDraft(token: string): unknown {
    const draft = JSON.parse(this.#read("form_draft")) as { token: string; value: unknown } | null;
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
    await this.#wait(() => this.#handle.takeOver());
    this.#describe();
  }
  /** Removes the answer to a question for good, with the files that came with it; a tombstone stays. */
  async redact(question: number): Promise<void> {
    const [{ goneFrom }] = await Promise.all([import("./files.js"), loadParts(["archive"])]);
    let gone: string[] = [];
    await this.#wait(async () => {
      const before = [...this.#journal];
      const after = await callLoaded("archive", (engine) => engine.redactRecords(before, question));
      gone = goneFrom(before, after);
      return this.#handle.redact(after, gone);
    });
    for (const id of gone) held.get(this.view.session)?.delete(id);
    this.#describe();
  }
  /** Every call of the interviewer with what has left the device and what came back. Rejects as `export` does. */
  async calls(): Promise<CallView[]> {
    const records = this.#records();
    await loadParts(["archive"]);
    return JSON.parse(await callLoaded("archive", (engine) => engine.callsOf(records))) as CallView[];
  }
  /** The result as it stands, with its transcript; final once `view.phase` is `finished`. Rejects as `export` does. */
  async result(): Promise<ResultView> {
    const { phase, findings } = this.view;
    const complete = phase === "finished" || findings;
    const [result, transcript] = await Promise.all([complete ? this.#read("result") : this.#find(), this.export("markdown")]);
    return { ...(JSON.parse(result) as ResultView), transcript };
  }
  /** @internal The result where what writes transcripts cannot be loaded. */
  resultWithoutTranscript(): ResultView {
    return JSON.parse(this.#read("result")) as ResultView;
  }
  /**
   * Writes the interview in a format, as it stands when this is called. `session` is without files here: `sessionFile()` has them.
   * Rejects with `part_unavailable` while the part of the engine that writes sessions out cannot be loaded, and can then be called again.
   */
  async export(format: ExportFormat): Promise<string> {
    const [records, draft] = [this.#records(), this.draft];
    await loadParts(this.#view?.phase === "finished" ? ["archive"] : ["archive", ...hearingIn(this.#view?.locale ?? "")]);
    return callLoaded("archive", (engine) => engine.exportRecords(records, draft, String(format)));
  }
  /** Writes the session as the file that `Library.import` reads, with the files that the respondent handed in. */
  async sessionFile(): Promise<string> {
    const [{ withFiles }, text] = await Promise.all([import("./session-file.js"), this.export("session")]);
    return withFiles(text, this.#journal, this.#place());
  }
  /** Figures for a bug report; nothing the respondent wrote is in it. */
  diagnostics(): Record<string, unknown> {
    return JSON.parse(this.#read("diagnostics")) as Record<string, unknown>;
  }

  /** Has the engine find by rules what a session that is not complete shows, and gives its result. */
  #find = (): Promise<string> => this.#wait(() => this.#handle.loadRules());

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
    this.#waiting.end();
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
    const report = (event: ModelEvent) => {
      if (this.#calls.get(id) === stop) this.#send({ model: { call: id, event } });
    };
    const connection = this.#connection;
    try {
      if (dialect === "scripted") {
        await (await importAgain(() => import("./skills.js"))).answer(request, report);
      } else if (connection) {
        this.#caller ??= importAgain(() => import("./model.js")).then(({ Caller }) => new Caller(connection, this.view.session));
        await (await this.#caller).ask(dialect, request, stop.signal, report);
      } else {
        const message = "this session is led by a model: open it with `model` (a proxy or an adapter), or go on with useScripted()";
        report({ failed: { kind: "invalid", message } });
      }
    } catch {
      // The part that answers could not be loaded, or the engine crashed, which its handle says by itself.
      this.#caller = undefined;
      try {
        report({ failed: { kind: "network", message: "the part of this page that answers calls could not be loaded" } });
      } catch {
        // Nobody is left to report to.
      }
    } finally {
      if (this.#calls.get(id) === stop) this.#calls.delete(id);
    }
  }

  /** Runs a tool and hands the engine its one result. */
  async #run(id: string, request: string, stop: AbortController): Promise<void> {
    const { signal } = stop;
    const progress = (done: number, total: number) => {
      for (const watcher of [...this.#watchers]) quietly(() => watcher(id, done, total));
    };
    try {
      const result = await runTool(request, { ...this.#extensions, session: this.view.session, files: this, signal, progress });
      if (this.#calls.get(id) !== stop) return;
      this.#calls.delete(id);
      // The tab that took the session over has run it again, or said that it was cut off.
      if (this.view.saving.state !== "read_only") this.#send({ tool_settled: { id, result } });
    } catch {
      // The engine crashed, which its handle reports by itself: nobody is left to be notified.
    }
  }

  /** Says what this browser can do: another one may have begun the session. */
  #describe(): void {
    if ("phases" in this.view.kind) this.#send({ capabilities: capabilities(this.#extensions.readers) });
  }

  #hangUp(): void {
    for (const call of this.#calls.values()) call.abort();
    this.#calls.clear();
  }

  #send(input: Input): void {
    const text = JSON.stringify(input, wellFormed);
    this.#call(() => this.#handle.send(text));
  }

  /** Where this session's files are; for writing, only as long as nobody else writes the session. */
  #place(writes = false): Place {
    const { memory, epoch, session } = this.diagnostics() as { memory: boolean; epoch: number; session: string };
    if (writes && this.view.saving.state === "read_only") {
      throw new ColloquyError("read_only", "another tab writes this session: take it over to go on here");
    }
    const storage = this.#storage ?? (memory ? "memory" : "indexeddb");
    return { of: this.#of, storage, session, ...(writes && { epoch }) };
  }

  #records(): string[] {
    this.#check();
    // What a crash left over is not written out as if nothing had been.
    call(this.#of, () => this.#handle.revision);
    return [...this.#journal];
  }

  #read(reading: Reading): string {
    return this.#call(() => this.#handle.read(reading));
  }

  #call<T>(work: () => T): T {
    this.#check();
    return call(this.#of, work);
  }

  async #wait<T>(work: () => Promise<T>): Promise<T> {
    this.#check();
    return wait(this.#of, work);
  }

  #check(): void {
    if (this.#disposed) throw new ColloquyError("disposed", "this interview was let go with dispose(): open the session again");
  }

  // Called by the engine while it is busy: only notes that listeners are to be called.
  #wake(streaming: boolean): void {
    const since = performance.now() - this.#notifiedAt;
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
    if (revision === this.#notified) return;
    this.#notified = revision;
    this.#notifiedAt = performance.now();
    for (const listener of [...this.#listeners]) quietly(listener);
  }
}
