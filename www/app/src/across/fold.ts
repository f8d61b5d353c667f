// Comparing texts as a person does who looks for a word: neither case nor accents matter, and a hit is marked where it stands in the original.

/** Marks that are left out: of Latin, Greek and Cyrillic letters, the points of Hebrew, the vowels of Arabic, and what only stretches a word. Marks of other scripts make other letters. */
const MARKS = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed]/g;
/** Letters that have no decomposition, and are typed without their stroke. */
const LETTERS: Readonly<Record<string, string>> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ı: "i", ς: "σ" };

/** The words that are looked for, and how long what is typed may be. */
const MOST_WORDS = 10;
export const MOST_CHARS = 200;

/** Where something stands in a text, in UTF-16 units. */
export type Span = readonly [start: number, end: number];

function foldLetter(letter: string): string {
  if (letter >= "a" && letter <= "z") return letter;
  const plain = letter.normalize("NFKD").replace(MARKS, "").toLowerCase();
  return LETTERS[plain] ?? plain;
}

/** Writes a text without case and accents. Letter by letter, so that the way back is known. */
export function fold(text: string): string {
  let folded = "";
  for (const letter of text) folded += foldLetter(letter);
  return folded;
}

/** Takes what is typed apart into the words that all have to be found. */
export function wordsOf(typed: string): string[] {
  const words = fold(typed.slice(0, MOST_CHARS)).split(/\s+/);
  return [...new Set(words.filter(Boolean))].slice(0, MOST_WORDS);
}

/** Finds folded words in a text, in its own units; spans that touch are one. */
export function spansOf(text: string, words: readonly string[]): Span[] {
  let folded = "";
  // Where the letter starts that a folded unit comes from, and where it ends.
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  for (const letter of text) {
    const plain = foldLetter(letter);
    // A mark that is left out belongs to the letter before it.
    if (plain === "" && ends.length > 0) ends[ends.length - 1] = at + letter.length;
    for (let unit = 0; unit < plain.length; unit += 1) {
      starts.push(at);
      ends.push(at + letter.length);
    }
    folded += plain;
    at += letter.length;
  }
  const found: Span[] = [];
  for (const word of words) {
    for (let from = folded.indexOf(word); from >= 0; from = folded.indexOf(word, from + word.length)) {
      found.push([starts[from] ?? 0, ends[from + word.length - 1] ?? text.length]);
    }
  }
  return joined(found);
}

function joined(spans: Span[]): Span[] {
  const joint: [number, number][] = [];
  for (const [start, end] of spans.sort(([a], [b]) => a - b)) {
    const last = joint.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else joint.push([start, end]);
  }
  return joint;
}
