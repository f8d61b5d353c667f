import { ColloquyError, createInterview, guides, init, openLibrary, readMaterial } from "colloquy";
import type { ExchangeView, Interview, InterviewOptions, Library, View } from "colloquy";
import { Claim } from "./claim.js";
import { importAgain } from "../../../pkg/src/import-again.js";
import { STUDY_GUIDE } from "./kinds/study.js";

/** What the page asks of the element, read when the engine is there. */
export interface InterviewRequest extends InterviewOptions {
  /** A study in place of a guide: the document, or its address. */
  readonly study?: string | object;
}

/** For how long after a crash another is no chance any more, in milliseconds. */
const CALM = 60_000;

/** Where the element stands with its interview. */
export type Stage = "idle" | "loading" | "open" | "failed" | "crashed";

/**
 * Opens, holds and lets go of one interview: a resumable one with the same guide and subject, else a new one.
 *
 * A handle given from outside (`adopt`) belongs to its owner: it is never disposed here. Letting go of an own one saves it and frees
 * its lock; the session stays in the store and is opened again by its id.
 */
export class Session {
  stage: Stage = "idle";
  interview: Interview | null = null;
  view: View | null = null;
  exchanges: readonly ExchangeView[] = [];
  /** Why it failed or crashed. */
  error: unknown = null;
  /** True when the interview was there before this page opened it. */
  resumed = false;
  /** True when the interview is kept in memory because the host asked for that. */
  inMemory = false;
  /** True when the browser would not say what it keeps: it will store nothing. */
  storageRefused = false;
  /** True when this element opened the interview itself. */
  owned = false;

  #library: Library | null = null;
  /** What the library was opened with; another connection to a model needs another. */
  #libraryKey = "";
  #unsubscribe: (() => void) | null = null;
  /** Names the latest opening: one that was overtaken gives its handle back. */
  #turn = 0;
  #id: string | null = null;
  /** When it was opened again by itself, in milliseconds since the page was loaded. */
  #reopened = Number.NEGATIVE_INFINITY;
  readonly #claims = new Claim(() => this.view !== null && this.view.phase !== "consent");

  constructor(
    private readonly request: () => InterviewRequest | null,
    private readonly changed: (before: View | null) => void,
  ) {}

  /** Opens what the page asks for; `fresh` starts a new interview even where one could be resumed. */
  open(fresh = false): Promise<void> {
    // Neither waits for the engine: both are there when it is.
    const first = this.request();
    if (first?.storage !== "memory") wakeStorage();
    const loading = guides.find(({ id }) => id === first?.guide)?.load(first?.locale);
    // A failure is handled where the document is needed.
    loading?.catch(() => undefined);
    const opening = this.#opening(async () => {
      const wanted = this.request();
      if (!wanted) return null;
      const request = await compiled(wanted);
      const found = fresh ? null : await this.#find(request);
      this.resumed = found !== null;
      const same = wanted.guide === first?.guide && wanted.locale === first?.locale;
      const guide = loading && same && !wanted.study ? await loading : request.guide;
      return found ?? createInterview({ ...request, guide });
    });
    this.#claims.seek([first?.guide, first?.study, first?.subject, first?.material]);
    return opening;
  }

  /** Opens the session that was open before, after a release or a crash of the engine. */
  reopen(): Promise<void> {
    const id = this.#id;
    // Before the consent nothing is in the store.
    if (!id || this.view?.phase === "consent") return this.open();
    return this.#opening(async () => {
      this.resumed = true;
      return (await this.#openLibrary(this.request())).open(id);
    });
  }

  /** Shows a handle that somebody else opened; `null` takes it off. */
  adopt(interview: Interview | null): void {
    this.#turn += 1;
    this.#let();
    this.owned = false;
    this.resumed = false;
    if (interview) this.#take(interview);
    else this.#to("idle");
  }

  /** Lets go of the interview: an own one is saved and its lock freed. One that is kept in memory only stays, or it would be lost. */
  release(): void {
    if (this.view?.saving.state === "memory" || this.inMemory) return;
    this.#turn += 1;
    this.#let();
    this.#library?.close();
    this.#library = null;
    if (this.owned) this.#to("idle");
  }

  /**
   * Notes that the engine refuses everything: the handle is dead, the session is not. It is opened again at once, as a browser's own fault
   * may pass by; what crashes twice within a minute is the respondent's to open, and what a host opened the host's.
   */
  crashed(error: unknown): void {
    // Whoever calls the engine after that finds out by itself.
    if (!this.interview) return;
    this.error = error;
    this.#unsubscribe?.();
    this.#unsubscribe = null;
    this.interview = null;
    this.#to("crashed");
    const now = performance.now();
    if (!this.owned || this.inMemory || this.view?.saving.state === "memory" || now - this.#reopened < CALM) return;
    this.#reopened = now;
    void this.reopen();
  }

  /** Reads the view again and notifies the element when it changed. */
  refresh(): void {
    const { interview } = this;
    if (!interview) return;
    const before = this.view;
    let after: View;
    try {
      after = interview.view;
      // The engine may have got further without a change in the interview: then more can be done with it.
      if (before === after) return;
      // While text streams only `live` grows; whatever is over does not change under it.
      if (after.live === null || after.exchanges !== this.exchanges.length) this.exchanges = interview.exchanges(0, after.exchanges);
    } catch (error) {
      this.crashed(error);
      return;
    }
    this.view = after;
    this.changed(before);
  }

  async #opening(get: () => Promise<Interview | null>): Promise<void> {
    const turn = ++this.#turn;
    this.#let();
    this.#to("loading");
    try {
      // What writes transcripts comes later: no question waits for it. Who asks comes at once.
      const first = this.request();
      await init({ engineOnly: true, preload: first?.study ? { ...first, guide: STUDY_GUIDE } : (first ?? []) });
      if (turn !== this.#turn) return;
      const interview = await get();
      if (turn !== this.#turn) {
        interview?.dispose();
        return;
      }
      this.owned = true;
      if (interview) this.#take(interview);
      else this.#to("idle");
    } catch (error) {
      if (turn === this.#turn) this.fail(error);
    }
  }

  /** Notes that nothing can be opened, and why. */
  fail(error: unknown): void {
    this.#claims.hold(null);
    this.error = error;
    this.#to("failed");
  }

  async #find(request: InterviewRequest): Promise<Interview | null> {
    const guide = typeof request.guide === "string" ? request.guide : idOf(request.guide);
    const subject = request.subject ?? readMaterial(request.material ?? { texts: [] }).subject;
    const library = await this.#openLibrary(request);
    try {
      const found = await this.#claims.find(library, guide, subject);
      return found === null ? null : await library.open(found);
    } catch (error) {
      // A browser that stores nothing has nothing to resume, and is no reason not to begin.
      if (error instanceof ColloquyError && error.code.startsWith("storage_")) {
        this.storageRefused = true;
        return null;
      }
      throw error;
    }
  }

  async #openLibrary(request: InterviewRequest | null): Promise<Library> {
    const { storage, model } = request ?? {};
    const options = { ...(storage && { storage }), ...(model && { model }) };
    const key = JSON.stringify(options);
    if (this.#library && key === this.#libraryKey) return this.#library;
    this.#library?.close();
    this.#libraryKey = key;
    // The connection is never stored with a session: one that a model leads needs it again.
    this.#library = await openLibrary(options);
    return this.#library;
  }

  #take(interview: Interview): void {
    this.interview = interview;
    this.#unsubscribe = interview.subscribe(() => this.refresh());
    this.inMemory = interview.diagnostics()["memory"] === true;
    this.stage = "open";
    this.error = null;
    this.view = null;
    this.refresh();
    this.#id = this.view ? (this.view as View).session : this.#id;
    this.#claims.hold(this.#id);
  }

  #let(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = null;
    if (this.owned) this.interview?.dispose();
    this.#claims.hold(null);
    this.interview = null;
    this.view = null;
    this.exchanges = [];
  }

  #to(stage: Stage): void {
    this.stage = stage;
    this.changed(this.view);
  }
}

/** Compiles the study that is asked for to a guide; anything else is taken as it is. */
async function compiled({ study, ...request }: InterviewRequest): Promise<InterviewOptions> {
  if (!study) return request;
  const { guideOf } = await importAgain(() => import("./study.js"));
  return { ...request, guide: await guideOf(study) };
}

const idOf = (guide: object): string => ("id" in guide && typeof guide.id === "string" ? guide.id : "");

/** Makes the browser open what it keeps databases in, which takes it longer than reading from one: meanwhile the engine comes. */
function wakeStorage(): void {
  try {
    indexedDB.databases?.().catch(() => undefined);
  } catch {
    // A browser that stores nothing.
  }
}
