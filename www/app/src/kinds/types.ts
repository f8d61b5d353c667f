// What the app knows of a kind of interview. Nothing here is code.
import type { ExchangeView, FileRef, KindDetails, Library, Material, View } from "colloquy";
import type { nothing, TemplateResult } from "lit";
import type { Format } from "../formats.js";

/** The kinds of interviews. */
export type KindName = View["kind"]["kind"];

/** What the view has of one kind. */
export type KindOf<Kind extends KindName> = Extract<View["kind"], { kind: Kind }>;

/** Nothing to show, or something. */
export type Shown = TemplateResult | typeof nothing;

/** What an interview is tried with. */
export interface Sample {
  /** Finds an earlier try again. */
  subject: string;
  material: Material;
}

/** What the library writes about a guide: its title, what it is for, how long it takes, what it is tried with; `begin` is on its button. */
export interface LibraryText {
  readonly title: string;
  readonly about: string;
  readonly facts: string;
  readonly sample: string;
  readonly begin?: string;
}

/** How the start page asks for what an interview of a kind is about. */
export interface StartRoom {
  /** Below the heading of the page. */
  readonly lead: string;
  /** Heading of the notes, and what is written about them; `sample` is empty where there is none to try. */
  readonly notes: { readonly heading: string; readonly why: string; readonly sample: string };
  /** Where the notes stand: on the page, folded, or nowhere since files are handed in when they are asked for. */
  readonly place: "page" | "folded" | "later";
  /** What the place for files is called, and which files its button offers. */
  readonly files: { readonly drop: string; readonly choose: string; readonly accept: string };
  /** What the box for pasted text is called, and the name that its text gets. */
  readonly paste: { readonly label: string; readonly name: string };
  /** True where files have no parts of their own and none is missed. */
  readonly plain: boolean;
  /** True where every text can be looked over as it will be read. */
  readonly preview: boolean;
  /** True where the number of questions is what ends an interview; others have limits of their own. */
  readonly counted: boolean;
  /** What is missing where there are neither notes nor a title; empty where neither is needed. */
  readonly nothing: string;
  /** The fields for what it is about. */
  about(field: (key: "title" | "creator" | "source", label: string, type?: "text" | "url", hint?: string) => TemplateResult): Shown;
}

/** What a result holds. */
export interface Outcome {
  readonly details: KindDetails;
  /** The outcome of the result. */
  readonly outcome: unknown;
  /** Every question with what came of it. */
  readonly exchanges: readonly ExchangeView[];
  /** Saves a file that was handed in, or reports why it cannot. */
  readonly save: (file: Pick<FileRef, "storageUrl" | "name">) => void;
}

/** A format that only this kind can be exported in, with what it is called. */
export interface KindFormat extends Format {
  readonly name: string;
}

/** What a kind adds to the pages. */
export interface KindRoom<Kind extends KindName = KindName> {
  /** How the start page asks; a kind whose guides are somebody's studies has none. */
  start?(): StartRoom;
  /** What an interview came to besides its findings. */
  outcome?(view: View, kind: KindOf<Kind>, result: Outcome): Shown;
  /** True where the result's outcome is the kind's own: a value that the guide asks for is in its `value`. */
  ownOutcome?(kind: KindOf<Kind>): boolean;
  /** What a session has collected besides questions and answers; `level` is that of the headings. */
  collected?(library: Library | undefined, session: string, level: 2 | 4): TemplateResult;
  /** The formats that only this kind can be exported in. */
  formats?(): readonly KindFormat[];
}

/** What is known of a kind before its room is there. */
export interface KindEntry<Kind extends KindName = KindName> {
  /** Loads its room. */
  readonly load: () => Promise<{ readonly room: KindRoom<Kind> }>;
  /** Loads what it is tried with; one that has none needs no more than somebody to ask. */
  readonly sample?: () => Promise<{ readonly sample: Sample }>;
  /** Loads files that can be handed in where it is tried. */
  readonly sampleFiles?: () => Promise<readonly File[]>;
  /** True where the number of questions is how far it is; others have plans of their own, and a limit that is far away. */
  readonly counted?: boolean;
  /** What its sessions have besides questions and answers is called. */
  readonly collects?: () => string;
}
