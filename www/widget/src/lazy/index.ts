import type { ExchangeView, QuestionView, View } from "colloquy";
import type { TemplateResult } from "lit";
import type { Forms } from "../forms/index.js";
import { Review } from "../review/review.js";
import { enLazy, type LazyStrings } from "../strings/en-lazy.js";
import type { KindName, KindRoom, LazyScreen, Shared, Ui } from "../types.js";
import { acts, amend } from "./amend.js";
import { Ask } from "./ask.js";
import { explain } from "./notice.js";
import { preparing } from "./preparing.js";
import { banner, problem } from "./problem.js";
import lazyCss from "./lazy.css?inline";
import progressCss from "./progress.css?inline";

/** Time until a part that could not be fetched is asked for again, in milliseconds; the answer box is there meanwhile. */
const AGAIN_MS = 3_000;

/** A part that is fetched when something needs it, and asked for again a while after a failure. */
class Fetched<Part> {
  part: Part | null = null;
  /** True from a failure on until the part is there. */
  failed = false;
  #fetching = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly load: () => Part | Promise<Part>,
    private readonly changed: () => void,
  ) {}

  /** Returns the part; null until it is there. */
  get(): Part | null {
    if (this.part || this.#fetching) return this.part;
    const loading = this.load();
    if (!(loading instanceof Promise)) return (this.part = loading);
    this.#fetching = true;
    loading.then(
      (part) => {
        this.part = part;
        this.failed = false;
        this.changed();
      },
      () => {
        this.failed = true;
        this.#timer = setTimeout(() => this.again(), AGAIN_MS);
        this.changed();
      },
    );
    return null;
  }

  /** Fetches it again at once. */
  again(): void {
    clearTimeout(this.#timer);
    this.#fetching = false;
    this.get();
    this.changed();
  }
}

/**
 * The parts of the screen that nobody needs to begin: problems, amending, the review and the results, the room of the interview's kind,
 * and forms. They are fetched when the page is idle after the first question, so that they are there when the network is not.
 */
export class Screen implements LazyScreen {
  readonly english: LazyStrings = enLazy;
  readonly #review: Review;
  readonly #ask: Ask;
  readonly #rooms = new Map<KindName, Fetched<KindRoom>>();
  readonly #forms: Fetched<Forms>;

  constructor(
    private readonly shared: Shared,
    private readonly ui: Ui,
    private readonly root: ShadowRoot,
  ) {
    shared.adopt(root, lazyCss + progressCss);
    this.#review = new Review(shared, ui);
    this.#ask = new Ask(shared, ui);
    this.#forms = new Fetched(
      () => shared.importAgain(() => import("../forms/index.js")).then(({ Forms }) => new Forms(shared, ui, root)),
      () => ui.requestUpdate(),
    );
  }

  get loaded(): number {
    return 1 + [this.#forms, ...this.#rooms.values()].filter(({ part }) => part).length;
  }

  get hasForms(): boolean {
    return this.#forms.part !== null;
  }

  progress(view: View): TemplateResult | null {
    return this.#room(view)?.progress?.(view, view.kind) ?? null;
  }

  why(view: View, question: QuestionView): TemplateResult | null {
    return this.#room(view)?.why?.(view, view.kind, question) ?? null;
  }

  working(view: View): boolean {
    return this.#room(view)?.working?.(view.kind) ?? false;
  }

  task(view: View): TemplateResult | null {
    const room = this.#room(view);
    return room?.task?.(view, view.kind) ?? preparing(this.shared, this.ui, view, room?.preparing?.());
  }

  form(view: View): TemplateResult | null {
    return view.form || this.#forms.part || this.shared.hasForms(view) ? (this.#forms.get()?.form(view) ?? null) : null;
  }

  folded(view: View): boolean {
    return this.#forms.part?.folded(view) ?? false;
  }

  placeholder(view: View): string {
    return this.#forms.part?.placeholder(view) ?? "";
  }

  filled(exchange: ExchangeView): TemplateResult | null {
    return this.#forms.get()?.filled(exchange) ?? null;
  }

  problem(view: View): TemplateResult | null {
    if (this.#room(view)?.stopsItself && this.working(view)) return null;
    return problem(this.shared, this.ui, view);
  }

  banner(view: View): TemplateResult | null {
    return banner(this.shared, this.ui, view);
  }

  notice(view: View, notice: View["notice"]): TemplateResult {
    return explain(this.shared, this.ui, view, notice);
  }

  acts(exchange: ExchangeView, edit: () => void): TemplateResult | null {
    return acts(this.shared, this.ui, exchange, { edit, remove: (n) => this.#ask.remove(n) });
  }

  end(): void {
    this.ui.speech.stop();
    const { view } = this.ui.session;
    if (view) this.#ask.end(!this.#room(view)?.progress);
  }

  pass(how: "skip" | "decline"): void {
    this.#ask.pass(how);
  }

  ask(): TemplateResult | null {
    return this.#ask.render();
  }

  arrived({ phase }: View): string {
    return phase === "review" ? this.ui.lazyWords.questionsOver : "";
  }

  amend(exchange: ExchangeView, close: () => void): TemplateResult {
    return amend(this.shared, this.ui, exchange, close);
  }

  missing(view: View): (() => void) | null {
    const over = view.phase === "review" || view.phase === "finished";
    const needed = [over ? this.#rooms.get(view.kind.kind) : null, view.form ? this.#forms : null];
    const failed = needed.filter((part) => part?.failed);
    return failed.length > 0 ? () => failed.forEach((part) => part?.again()) : null;
  }

  results(view: View): TemplateResult | null {
    const room = this.#room(view);
    return room && this.#review.render(view, room);
  }

  /** The room of the interview's kind; null until it is there. */
  #room({ kind: { kind } }: View): KindRoom | null {
    let room = this.#rooms.get(kind);
    if (!room) {
      const changed = () => this.ui.requestUpdate();
      room = new Fetched(() => this.shared.makeRoom(kind, this.shared, this.ui, this.root), changed);
      this.#rooms.set(kind, room);
    }
    return room.get();
  }
}
