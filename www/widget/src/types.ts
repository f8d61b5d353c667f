// What the parts of the element's screen know of each other. Nothing here is code: a file that is loaded lazily may import it.
import type { ExchangeView, ExportFormat, Interview, QuestionView, View } from "colloquy";
import type { checkFile, pickContact, readContactCard } from "colloquy";
import type { html, nothing, TemplateResult } from "lit";
import type { icons } from "./icons.js";
import type { KindWords } from "./kinds/words.js";
import type { Session } from "./session.js";
import type { LazyStrings } from "./strings/en-lazy.js";
import type { Strings } from "./strings/en.js";
import type { Plural } from "./strings/words.js";
import type { Recognizer } from "./voice/recognition.js";

/** A part of an answer, in UTF-16 units; nothing of it where `end` is 0. */
export interface Place {
  readonly question: number;
  readonly start: number;
  readonly end: number;
}

/** The answer box, as the rest of the screen uses it. */
export interface AnswerBox {
  /** What is in it, unsent, without the space around it. */
  readonly text: string;
  /** Sends that. True when it was taken. */
  send(): boolean;
  /** Passes the open question over, and empties the box. */
  pass(how: "skip" | "decline"): void;
}

/** Speaking and listening, as the rest of the screen uses them. */
export interface Vocal {
  /** Stops both at once. True when words came into the answer box by that, which nobody can have read there yet. */
  stop(): boolean;
  /** The button that listens, and what belongs below the box. */
  dictation(): { readonly button: unknown; readonly panel: unknown };
  /** The button that reads the question, with what it shows. */
  reading(): unknown;
}

/** What is spoken with or to: dictation into the answer box, or reading of the question. */
export type VoiceUse = "dictation" | "reading";

/** What the two buttons do, loaded when one is first pressed. */
export interface LazyVoice {
  readonly listening: boolean;
  readonly reading: boolean;
  /** Loads the words of the reader's language. */
  speak(): Promise<void>;
  /** Begins to listen, or ends it. */
  dictate(recognizer: Recognizer): void;
  /** Begins to read the question, or ends it. */
  read(): void;
  /** Stops both at once. True when words came into the answer box by that. */
  stop(): boolean;
  /** Stops what the screen has no place for any more. */
  check(): void;
  /** What is announced. */
  line(of: VoiceUse): string;
  /** What is shown beside that. */
  panel(of: VoiceUse): TemplateResult | null;
}

/** What the parts of the element's screen need of the element. */
export interface Ui {
  readonly session: Session;
  /** The words in the reader's language. */
  readonly words: Strings;
  /** Those of the parts that are loaded lazily. Only these parts may read it: in English the words come with them. */
  readonly lazyWords: LazyStrings;
  /** Those of the rooms of the kinds; null where the rooms' own English is read. */
  readonly kindWords: KindWords | null;
  /** Language of those words, for numbers and durations. */
  readonly wordsLang: string;
  /** What Enter does in the answer box: `send`, or a new line. */
  readonly enterKey: string | null;
  /** Calls a method of the interview; what it refuses is reported to the page and the respondent. True when it was carried out. */
  act(run: (interview: Interview) => void | Promise<void>): boolean;
  /** The parts that are loaded lazily; null until they are there. */
  readonly lazy: LazyScreen | null;
  /** Who is responsible for the interview, and where they say what becomes of data; null where the page names neither. */
  readonly operator: string | null;
  readonly privacy: string | null;
  /** `on` or `device` where the page wants buttons to speak and to listen. */
  readonly voice: string | null;
  readonly speech: Vocal;
  /** Notifies the page that the respondent would rather not begin. */
  declined(): void;
  /** What can be handed in where a file is asked for and none is at hand. */
  readonly sampleFiles: readonly File[] | null;
  /** Runs something once those parts are there; where they cannot be loaded, the respondent reads that, and can try again. */
  withLazy(run: () => void): void;
  /** Shows a place in an answer, marks it, and puts the reader there. */
  show(place: Place): void;
  /** The answer box. */
  readonly box: AnswerBox;
  /** Draws the screen again. */
  requestUpdate(): void;
  /** Settles when that is drawn: before the next key, so that nothing a quick person types is lost or lands elsewhere. */
  readonly updateComplete: Promise<boolean>;
  /** Moves the focus to what a selector finds when the screen is drawn again. */
  focusOn(selector: string): void;
  /** Finds an element of the screen. */
  find<Type extends Element>(selector: string): Type | null;
}

/**
 * What the parts that are loaded lazily need of the first bundle. They get it handed over and import nothing but types of it: an
 * import would make the bundler cut the shared half, Lit included, into a third file that every page waits for.
 */
export interface Shared {
  readonly html: typeof html;
  readonly nothing: typeof nothing;
  /** Imports a file that comes later, and asks for it again by another address where it did not come. */
  readonly importAgain: <T>(load: () => Promise<T>) => Promise<T>;
  /** What looks at files and reads contact cards; each loads what it needs with the first call. */
  readonly files: {
    readonly checkFile: typeof checkFile;
    readonly readContactCard: typeof readContactCard;
    readonly pickContact: typeof pickContact;
  };
  /** Returns the room of a kind, at once where it has nothing of its own to show. */
  readonly makeRoom: (kind: KindName, shared: Shared, ui: Ui, root: ShadowRoot) => KindRoom | Promise<KindRoom>;
  /** True where interviews of the kind have forms. */
  readonly hasForms: (view: View) => boolean;
  readonly icons: typeof icons;
  /** Puts one more style sheet on the element. */
  readonly adopt: (root: ShadowRoot, css: string) => void;
  /** Writes a whole number as the reader's language does. */
  readonly count: (ui: Ui, value: number) => string;
  /** Writes a share of a hundred as the reader's language does. */
  readonly percent: (ui: Ui, value: number) => string;
  /** Sets the height of a box to what its text needs. */
  readonly grow: (box: HTMLTextAreaElement) => void;
  /** True while this tab may only read. */
  readonly readOnly: (view: View) => boolean;
  /** Fills the slots of one of the element's words, in the form that its language has for the count `n`. */
  readonly say: (ui: Ui, words: string | Plural, values: Record<string, string | number>) => string;
  /** Returns words in a language of the element; where there are none, or they cannot be loaded, those in English. */
  readonly wordsIn: <Words>(lang: string, english: Words, others: Others<Words>) => Promise<Words>;
}

/** Words in other languages than English, by the tag of each, as they are loaded. */
export type Others<Words> = Readonly<Record<string, () => Promise<Words>>>;

/** The parts of the screen that nobody needs to begin, as the rest of the screen uses them. */
export interface LazyScreen {
  /** The words in English of these parts. */
  readonly english: LazyStrings;
  /** How many files of parts are there: with another one the screen grows. */
  readonly loaded: number;
  /** True once what draws forms is there. */
  readonly hasForms: boolean;
  /** How far the interview is, at its head. */
  progress(view: View): TemplateResult | null;
  /** Why a question is asked. */
  why(view: View, question: QuestionView): TemplateResult | null;
  /** True while something other than the next question is worked on, which `task` shows. */
  working(view: View): boolean;
  /** What is worked on, or waits for the respondent's decision. */
  task(view: View): TemplateResult | null;
  /** The form that waits for the respondent. */
  form(view: View): TemplateResult | null;
  /** True while the answer box is folded away in favour of a form. */
  folded(view: View): boolean;
  /** The placeholder of the answer box, where it is another one than usual. */
  placeholder(view: View): string;
  /** How a form was filled in, or was answered in words with a value; null otherwise, and while what shows it is on its way. */
  filled(exchange: ExchangeView): TemplateResult | null;
  /** What is in the way of the next question. */
  problem(view: View): TemplateResult | null;
  /** What the respondent must know about where the interview is kept. */
  banner(view: View): TemplateResult | null;
  /** What was wrong with what the respondent sent; without a notice, that nothing was. */
  notice(view: View, notice: View["notice"]): TemplateResult;
  /** The editor of an earlier answer; `close` is called when it was saved or given up. */
  amend(exchange: ExchangeView, close: () => void): TemplateResult;
  /** What can be done about an answer besides editing it; `edit` opens the editor in its place. */
  acts(exchange: ExchangeView, edit: () => void): TemplateResult | null;
  /** Asks whether the interview is to end here, and ends it then. */
  end(): void;
  /** Asks what becomes of what is in the answer box when the open question is passed over. */
  pass(how: "skip" | "decline"): void;
  /** The question to the respondent that waits, if one does. */
  ask(): TemplateResult | null;
  /** What is spoken once the questions are over. */
  arrived(view: View): string;
  /** Fetches once more what the screen cannot do without now; null where nothing of that failed. */
  missing(view: View): (() => void) | null;
  /** The review, or the results; null while something in them is on its way. */
  results(view: View): TemplateResult | null;
}

/** The kinds of interviews. */
export type KindName = View["kind"]["kind"];

/** What the view has of one kind. */
export type KindOf<Kind extends KindName> = Extract<View["kind"], { kind: Kind }>;

/** A format that only interviews of one kind can be exported in. */
export interface KindFormat {
  readonly format: ExportFormat;
  /** What it is called. */
  readonly name: string;
  /** MIME type of the file. */
  readonly type: string;
  /** How the name of the file ends. */
  readonly ending: string;
}

/** What one kind of interview adds to the screen. A kind leaves out what it has nothing for. */
export interface KindRoom<Kind extends KindName = KindName> {
  /** How far the interview is, at its head. */
  progress?(view: View, kind: KindOf<Kind>): TemplateResult | null;
  /** Why the open question is asked. */
  why?(view: View, kind: KindOf<Kind>, question: QuestionView): TemplateResult | null;
  /** True while something other than the next question is worked on, which `task` shows. */
  working?(kind: KindOf<Kind>): boolean;
  /** What is worked on, or waits for the respondent's decision. */
  task?(view: View, kind: KindOf<Kind>): TemplateResult | null;
  /** True where what is worked on has its own way to be stopped: no other problem is shown meanwhile. */
  readonly stopsItself?: boolean;
  /** What it is called to prepare a result that is asked for in several parts. */
  preparing?(): string;
  /** What the review is introduced with, in place of the usual words. */
  intro?(): string;
  /** What came of it in short, right below the title of the review and of the results. */
  summary?(view: View, kind: KindOf<Kind>): TemplateResult | null;
  /** What was collected, above the findings. */
  outcome?(view: View, kind: KindOf<Kind>): TemplateResult | null;
  /** What was covered, below the findings. */
  coverage?(view: View, kind: KindOf<Kind>): TemplateResult | null;
  /** True where the outcome is what the interview is about, and what else was found is folded away. */
  readonly findingsAside?: boolean;
  /** The formats that only this kind can be exported in. */
  formats?(): readonly KindFormat[];
}

/** Makes the room of a kind; `root` takes its style sheet. */
export type MakeRoom<Kind extends KindName> = (shared: Shared, ui: Ui, root: ShadowRoot) => KindRoom<Kind>;

/** What the element knows of a kind before its room is there. */
export interface KindEntry<Kind extends KindName> {
  /** Loads its room; a kind without one has nothing of its own to show. */
  readonly load?: () => Promise<{ readonly makeRoom: MakeRoom<Kind> }>;
  /** When its room is needed: from the start, from the respondent's consent on, or (by default) when its questions are over. */
  readonly needed?: "at once" | "agreed";
  /** True where its interviews have forms: what draws them is fetched with the room. */
  readonly forms?: boolean;
  /** What stands beside the number of a question; empty where nothing does. */
  readonly topic?: (kind: KindOf<Kind>, question: QuestionView, before: QuestionView | null) => string;
}
