// What browsers have to recognise speech, which TypeScript's own library leaves out. Nothing here is code.

/** How far a browser is with what it needs for a language. */
export type Availability = "unavailable" | "downloadable" | "downloading" | "available";

/** What is asked for in one language. */
export interface Wanted {
  readonly langs: readonly string[];
  readonly processLocally: boolean;
}

/** The class `SpeechRecognition`. */
export interface Recognizer {
  new (): Recognition;
  /** Only browsers that can recognise on the device have these two. */
  readonly available?: (wanted: Wanted) => Promise<Availability>;
  readonly install?: (wanted: Wanted) => Promise<boolean>;
}

/** One listening of it. */
export interface Recognition extends EventTarget {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  processLocally?: boolean;
  start(): void;
  /** Ends it when what was said so far is recognised. */
  stop(): void;
  /** Ends it at once. */
  abort(): void;
}

/** What was recognised up to now. */
export interface Recognised extends Event {
  readonly results: SpeechRecognitionResultList;
}

/** What went wrong. */
export interface RecognitionFault extends Event {
  readonly error: string;
}
