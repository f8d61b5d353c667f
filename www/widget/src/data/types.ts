// What is known of data in one language.

/** The words for data in one language. */
export interface DataWords {
  readonly lang: string;
  /** Titles, hints and choices by the English of the schema; a title that means two things is found as `key: title` first. */
  readonly titles: Readonly<Record<string, string>>;
  readonly entry: string;
  readonly nothing: string;
  readonly yes: string;
  readonly no: string;
  readonly present: string;
  readonly whole: string;
}
