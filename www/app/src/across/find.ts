// Searching every question and answer on this device, in slices: between two of them the page draws and takes what is typed.
import type { ExchangeView, Library, Listed } from "colloquy";
import { codeOf } from "../engine.js";
import { fold, spansOf, wordsOf, type Span } from "./fold.js";

/** How long one slice may take, in milliseconds: less than a frame. */
const SLICE_MS = 8;
/** How much of a long text is shown around its first hit, in UTF-16 units. */
const BEFORE = 70;
const AFTER = 190;

/** A piece of a passage. */
export interface Piece {
  readonly text: string;
  readonly hit: boolean;
}

/** One exchange with what was looked for. */
export interface Hit {
  readonly question: number;
  readonly asked: readonly Piece[];
  /** Empty where there is no answer to show. */
  readonly answer: readonly Piece[];
}

/** What was found in one interview. */
export interface Found {
  readonly session: Listed;
  readonly hits: readonly Hit[];
}

/** An exchange as it is searched. */
interface Entry {
  readonly question: number;
  readonly asked: string;
  readonly answer: string;
  readonly folded: string;
}

/** How far a search is. */
export interface Standing {
  readonly found: readonly Found[];
  readonly searched: number;
  /** Interviews that could not be read. */
  readonly unread: number;
}

/** Lets the page do what waits for it. */
export const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Searches the interviews of a library; what was read is kept for the next word that is typed. */
export class AnswerSearch {
  private readonly read = new Map<string, { readonly records: number; readonly entries: readonly Entry[] }>();
  private sliced = 0;

  constructor(private readonly library: Library) {}

  /** Searches the sessions one after the other, and reports after each; ends early once `signal` is aborted. */
  async run(typed: string, sessions: readonly Listed[], report: (standing: Standing) => void, signal: AbortSignal): Promise<void> {
    const words = wordsOf(typed);
    const found: Found[] = [];
    let unread = 0;
    this.sliced = performance.now();
    for (const [place, session] of sessions.entries()) {
      try {
        const hits = await this.within(session, words, signal);
        if (hits.length > 0) found.push({ session, hits });
      } catch (error) {
        // One that was deleted meanwhile is not missed.
        if (codeOf(error) !== "no_such_session") unread += 1;
      }
      if (signal.aborted) return;
      report({ found: [...found], searched: place + 1, unread });
    }
  }

  private async within(session: Listed, words: readonly string[], signal: AbortSignal): Promise<Hit[]> {
    const hits: Hit[] = [];
    for (const entry of await this.entries(session, signal)) {
      await this.breathe();
      if (signal.aborted) return hits;
      if (!words.every((word) => entry.folded.includes(word))) continue;
      const asked = passage(entry.asked, spansOf(entry.asked, words));
      hits.push({ question: entry.question, asked, answer: passage(entry.answer, spansOf(entry.answer, words)) });
    }
    return hits;
  }

  private async entries({ session, records }: Listed, signal: AbortSignal): Promise<readonly Entry[]> {
    const known = this.read.get(session);
    if (known?.records === records) return known.entries;
    const entries: Entry[] = [];
    for (const exchange of await this.library.exchanges(session)) {
      await this.breathe();
      if (signal.aborted) return entries;
      const answer = answerOf(exchange);
      const asked = exchange.question.text;
      entries.push({ question: exchange.question.number, asked, answer, folded: `${fold(asked)}\n${fold(answer)}` });
    }
    this.read.set(session, { records, entries });
    return entries;
  }

  private async breathe(): Promise<void> {
    if (performance.now() - this.sliced < SLICE_MS) return;
    await pause();
    this.sliced = performance.now();
  }
}

/** What the respondent wrote or chose, as one text. */
function answerOf({ redacted, answer, filled }: ExchangeView): string {
  if (redacted) return "";
  return answer || (filled ? [filled.items.join(", "), filled.notes].filter(Boolean).join("\n") : "");
}

/** Cuts a text around its first hit, and parts it where hits begin and end. */
function passage(text: string, spans: readonly Span[]): Piece[] {
  if (text === "") return [];
  const [first] = spans;
  const whole = text.length <= BEFORE + AFTER;
  const from = whole || !first ? 0 : edge(text, first[0] - BEFORE, 1);
  const to = whole ? text.length : edge(text, (first?.[0] ?? BEFORE) + AFTER, -1);
  const pieces: Piece[] = from > 0 ? [{ text: "… ", hit: false }] : [];
  let at = from;
  for (const [start, end] of spans) {
    if (start >= to) break;
    if (start > at) pieces.push({ text: text.slice(at, start), hit: false });
    // A hit is never cut: what was looked for stands there whole.
    pieces.push({ text: text.slice(start, end), hit: true });
    at = end;
  }
  if (at < to) pieces.push({ text: text.slice(at, to), hit: false });
  if (Math.max(at, to) < text.length) pieces.push({ text: " …", hit: false });
  return pieces;
}

/** Moves a cut to the next space in a direction, if there is one near; a letter of two units is never parted. */
function edge(text: string, place: number, step: 1 | -1): number {
  if (place <= 0) return 0;
  if (place >= text.length) return text.length;
  for (let at = place; Math.abs(at - place) < 24; at += step) if (/\s/.test(text[at] ?? "")) return step > 0 ? at + 1 : at;
  return /[\udc00-\udfff]/.test(text[place] ?? "") ? place + 1 : place;
}
