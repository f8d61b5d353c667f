// What a host sees of the element: the types of `colloquy/element`. Nothing here is code.
import type {
  ActorView,
  ExchangeView,
  Guidelines,
  Interview,
  InterviewOptions,
  Issue,
  Limits,
  Material,
  ModelAdapter,
  Phase,
  Saving,
  Status,
} from "colloquy";
import type { Trigger } from "colloquy/launcher";

/** Details of the element's events, by name. All bubble and cross shadow roots. */
export interface ColloquyEvents {
  /** The interview is open and can be read. */
  "colloquy-ready": { session: string; resumed: boolean };
  /** The respondent would rather not begin: a page can lead them back. Nothing was stored or sent. */
  "colloquy-decline": { session: string };
  /** A question was accepted and put; never fired for text that is still streaming. */
  "colloquy-question": { session: string; number: number; text: string; kind: string; followUpDepth: number };
  /** An exchange is over: its question was answered, skipped or declined. */
  "colloquy-answer": { session: string; question: number; reaction: ExchangeView["reaction"]; text: string };
  /** An action is offered, or the respondent decided about it; each once. What it means is for the page to do. */
  "colloquy-action": {
    session: string;
    status: "offered" | "accepted" | "declined";
    recommendation: string;
    action: { type: "create_actor"; actor: ActorView };
  };
  /** Status, phase or saving changed. */
  "colloquy-status": { session: string; status: Status; phase: Phase; saving: Saving["state"] };
  /** The respondent finished; the detail is the result. Not fired when a finished session is only shown again. */
  "colloquy-complete": Awaited<ReturnType<Interview["result"]>>;
  /** An interview of a layout that opens on the page is about to be opened; `preventDefault()` leaves it closed. */
  "colloquy-before-open": { trigger: Trigger };
  /** It was opened, by what `trigger` says. */
  "colloquy-open": { trigger: Trigger };
  /** It was closed. The interview goes on when it is opened again. */
  "colloquy-close": null;
  /** Something did not work. What was submitted is kept. */
  "colloquy-error": {
    /** A stable snake_case code, such as `no_guide`, `unknown_guide`, `invalid_options`, `init_failed`. */
    code: string;
    /** What is wrong and what to do about it, in English, for who made the page: the respondent reads other words. */
    message: string;
    /** Faults of what the page handed in, each with its path, rule and value; empty where it is something else. */
    details: readonly Issue[];
  };
}

/**
 * An interview in a page: `<colloquy-interview guide="reflective"></colloquy-interview>`.
 *
 * It opens the interview that this browser holds for the same guide and subject, or begins a new one, and shows it from consent to
 * findings. Without `proxy` and without an adapter as its `model` the built-in interviewer asks, on this device. Moving the element in the document neither pauses nor destroys anything;
 * taking it out stores the draft and frees the session for other tabs, and putting it back opens it again.
 *
 * Set `material`, `guidelines`, `template` and `limits` before the element is in the document or in the same task; a later change of these,
 * of `guide`, of `study` or of `subject` opens another interview, and the one before stays stored. Objects are compared by what is in
 * them: another one that says the same changes nothing. Elements of one page that ask for the same each have a session of their own. `lang` decides the words of the element and of the guide.
 *
 * @attr guide - id of a built-in guide; as a property also a guide document
 * @attr study - address of a study, in place of a guide; as a property also the study document
 * @attr subject - stable key of what the interview is about; the material's address, else its hash, when absent
 * @attr proxy - address of the model proxy; without it the built-in interviewer asks
 * @attr {"anthropic" | "openai-chat" | "openai-responses"} dialect - which API the model speaks: `anthropic` (the default), `openai-chat` or `openai-responses`
 * @attr model - the model's name; needed with `proxy`; as a property also an adapter, in place of it
 * @attr {"strict" | "instructed" | "sequential"} reply-mode - `strict`, `instructed` (the default) or `sequential`
 * @attr {"inline" | "popup" | "bubble" | "sidetab"} layout - `inline` (the default), or what `colloquy/launcher` opens on the page: `popup`, in the middle; `bubble`, above a button in the
 *   corner; `sidetab`, beside a tab at the edge. The following four are for these
 * @attr label - what the button and the dialog are called; “Interview” when absent
 * @attr trigger - what opens it, several apart by semicolons: `load`, `time:30s`, `scroll:50%`, `exit`, `click:SELECTOR`, `event:NAME`; when absent,
 *   only its button and its methods do
 * @attr repeat - how often it opens by itself: `once` (the default), a number of times, `until-done`, a duration such as `7d`, `always`
 * @attr cooldown - least time between two openings by themselves of any interview of the site; `1d` when absent, `0` for none
 * @attr {"light" | "dark"} theme - `light` or `dark`; the page's `color-scheme` when absent, and the reader's setting where that is neither or both
 * @attr {"indexeddb" | "memory"} storage - `indexeddb` (the default) or `memory`
 * @attr operator - who is responsible for the interview, named before it begins
 * @attr privacy - address of the page that says what becomes of data, linked to there
 * @attr {"on" | "device"} voice - buttons to dictate answers and to have questions read aloud, where the browser can: `on`, or `device` for what
 *   works on the respondent's device alone; none when absent, as most browsers let a service of their maker hear what is dictated. In a frame,
 *   dictation needs `allow="microphone"` on it, and `on-device-speech-recognition` where that is on the device
 * @attr {"1" | "2" | "3" | "4" | "5" | "6"} heading-level - level of the element's highest headings, 1 to 6, such as its questions; 2 when absent
 * @attr {"newline" | "send"} enter-key - what Enter does in the answer box: `newline` (the default), or `send`, where Shift and Enter make a new line. A
 *   keyboard on the screen makes a new line either way, and Ctrl or Cmd and Enter always send
 * @fires colloquy-ready - the interview is open
 * @fires colloquy-decline - the respondent would rather not begin
 * @fires colloquy-question - a question was accepted and put
 * @fires colloquy-answer - a question was answered, skipped or declined
 * @fires colloquy-action - an action was offered, accepted or declined
 * @fires colloquy-status - status, phase or saving changed
 * @fires colloquy-complete - the respondent finished; the detail is what `await interview.result()` gives
 * @fires colloquy-before-open - it is about to be opened on the page; cancellable
 * @fires colloquy-open - it was opened on the page
 * @fires colloquy-close - it was closed
 * @fires colloquy-error - something did not work; nothing submitted is lost
 * @slot paused - beside Resume, while the interview is paused
 * @slot finished - below the thanks, above the results
 * @csspart frame - everything
 * @csspart log - the questions with their answers
 * @csspart question - the text of a question
 * @csspart composer - the answer box with its buttons
 * @csspart panel - consent, pause, problems, recommendation, review and results
 * @csspart stages - how far an interview in stages or phases is
 * @csspart form - a form that waits to be filled in
 * @csspart role - the recommended role
 * @csspart skills - the table of skills
 * @csspart status - the line at the foot
 * @cssprop --cq-top - height of a bar that the page keeps at its top, such as `4rem`
 * @cssprop --cq-accent - the one accent colour; the other tokens are in `custom-elements.json`
 */
export interface ColloquyInterviewElement extends HTMLElement {
  /** Id of a built-in guide, or a guide document. */
  guide: string | object | null;
  /** Address of a study, or a study document; it leads in place of a guide. */
  study: string | object | null;
  /** Stable key of what the interview is about; the material's address, else its hash, when null. */
  subject: string | null;
  /** Address of the model proxy; without it the built-in interviewer asks. */
  proxy: string | null;
  /** Which API the model speaks. */
  dialect: string | null;
  /** The model's name, with `proxy`; or an adapter, such as `chrome()` of `colloquy/chrome`. */
  model: string | ModelAdapter | null;
  /** `strict`, `instructed` or `sequential`. */
  replyMode: string | null;
  /** `inline`, `popup`, `bubble` or `sidetab`; `inline` when null. */
  layout: string | null;
  /** `light` or `dark`; the page's `color-scheme` when null, and the reader's setting where that is neither or both. */
  theme: string | null;
  /** Where the session is kept; IndexedDB when null. */
  storage: InterviewOptions["storage"] | null;
  /** Who is responsible for the interview; named before it begins. */
  operator: string | null;
  /** Address of the page that says what becomes of data; linked to before the interview begins. */
  privacy: string | null;
  /**
   * `on` for buttons to dictate answers and to have questions read aloud, where the browser can; `device` for what works on the respondent's
   * device alone. None when null: most browsers let a service of their maker hear what is dictated, and the respondent is asked before it does.
   * @example element.voice = "device";
   */
  voice: string | null;
  /** Level of the element's highest headings in the page's outline, `1` to `6`; those below it follow. `2` when null. */
  headingLevel: string | null;
  /** What Enter does in the answer box where there is a keyboard of keys: `newline` or `send`; `newline` when null. */
  enterKey: string | null;
  /** What the interview is about. */
  material: Material | null;
  /** What is wanted of it on top of the guide. */
  guidelines: Guidelines | null;
  /** Template of the guide. */
  template: string | null;
  /** Limits of the interview; the tighter of these and the guide's holds. */
  limits: Limits | null;
  /** What can be handed in, at the press of a button, where an interview asks for a file; none when null. */
  sampleFiles: readonly File[] | null;
  /** The interview on the screen: the page's own handle where it set one, else the one the element opened; null while there is none. */
  interview: Interview | null;
  /** Opens it on the page, with the focus, however often it was open before; for the layouts that do. */
  open(): void;
  /** Closes it; the focus returns to where it was. */
  close(): void;
  /** Opens or closes it. */
  toggle(): void;
  /** Forgets how often it was open, and the site's cooldown. */
  reset(): void;
}

/** The element's class, defined as `colloquy-interview` when the module is loaded in a page. */
export declare const ColloquyInterview: { new (): ColloquyInterviewElement; prototype: ColloquyInterviewElement };

declare global {
  interface HTMLElementTagNameMap {
    "colloquy-interview": ColloquyInterviewElement;
  }
  // Of elements, of the document and of the window: the events bubble.
  interface GlobalEventHandlersEventMap {
    "colloquy-ready": CustomEvent<ColloquyEvents["colloquy-ready"]>;
    "colloquy-decline": CustomEvent<ColloquyEvents["colloquy-decline"]>;
    "colloquy-question": CustomEvent<ColloquyEvents["colloquy-question"]>;
    "colloquy-answer": CustomEvent<ColloquyEvents["colloquy-answer"]>;
    "colloquy-action": CustomEvent<ColloquyEvents["colloquy-action"]>;
    "colloquy-status": CustomEvent<ColloquyEvents["colloquy-status"]>;
    "colloquy-complete": CustomEvent<ColloquyEvents["colloquy-complete"]>;
    "colloquy-before-open": CustomEvent<ColloquyEvents["colloquy-before-open"]>;
    "colloquy-open": CustomEvent<ColloquyEvents["colloquy-open"]>;
    "colloquy-close": CustomEvent<ColloquyEvents["colloquy-close"]>;
    "colloquy-error": CustomEvent<ColloquyEvents["colloquy-error"]>;
  }
}
