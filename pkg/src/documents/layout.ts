// Puts the pieces of a PDF page together as lines: the format has letters and places, and neither words, lines nor columns.
//
// The order in which a page was written is kept, since programs write a column before the next one. Places only show where a line ends,
// where a block ends, and that a page was written across its columns.

/** A piece of text as the PDF reader gives it; lengths in points. */
export interface Piece {
  str: string;
  dir: string;
  width: number;
  height: number;
  /** `[a, b, c, d, x, y]`, y counted upwards. */
  transform: number[];
}

interface Cell {
  from: number;
  to: number;
  text: string;
}

interface Line {
  y: number;
  size: number;
  upright: boolean;
  /** What stands apart by a wide gap: a date at the margin, another column. */
  cells: Cell[];
}

/** Gaps as parts of the letters' size: between words, and between what stands apart. */
const SPACE = 0.18;
const APART = 1.6;
/** Lines that stand farther apart than this, as parts of what is usual on the page, are of two blocks. */
const BLOCK = 1.35;
/** Letters that are larger than those of the line before by this are a heading's. */
const HEADING = 1.15;
/** From so many lines on, with so many letters on each side on average, what stands apart is two columns. */
const COLUMN_LINES = 5;
const COLUMN_LETTERS = 18;

const BULLET = /^[•·▪●○◦■□–‣⁃\uF0B7\uF0A7\uF0D8\uF0FC]$/;

/** @internal Returns a page as text, a blank line between blocks. */
export function textOf(pieces: readonly Piece[]): string {
  const lines = columns(linesOf(pieces));
  const usual = usualPitch(lines);
  let text = "";
  let before: Line | undefined;
  for (const line of lines) {
    if (before) text += sameBlock(before, line, usual) ? "\n" : "\n\n";
    text += line.cells.map((cell) => cell.text.trim()).reduce((all, cell) => (BULLET.test(all) ? `${all} ${cell}` : `${all}\t${cell}`));
    before = line;
  }
  return text;
}

function linesOf(pieces: readonly Piece[]): Line[] {
  const lines: Line[] = [];
  let line: Line | undefined;
  let last = "";
  for (const { str, dir, width, height, transform } of pieces) {
    const [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0] = transform;
    const size = Math.hypot(c, d) || height || 1;
    const upright = Math.abs(b) > Math.abs(a);
    if (str.trim() === "") continue;
    const place = `${str}@${Math.round(x)},${Math.round(y)}`;
    // Some programs write a text twice, a hair apart, to make it bold.
    if (place === last) continue;
    last = place;
    const cell = { from: x, to: x + width, text: str };
    const level = line !== undefined && !upright && !line.upright && Math.abs(line.y - y) < 0.45 * Math.max(size, line.size);
    if (level && line && joins(line, cell, size, dir === "rtl")) continue;
    line = { y, size, upright, cells: [cell] };
    lines.push(line);
  }
  return lines;
}

/** Adds a piece to its line, unless it stands before what is there already: then it is another column's. */
function joins(line: Line, piece: Cell, size: number, rtl: boolean): boolean {
  const last = line.cells.at(-1) as Cell;
  const gap = rtl && piece.from < last.from ? last.from - piece.to : piece.from - last.to;
  if (gap < -size) return false;
  line.size = Math.max(line.size, size);
  if (gap > APART * size) line.cells.push(piece);
  else {
    const spaced = gap > SPACE * size && !/\s$/.test(last.text) && !/^\s/.test(piece.text);
    last.text += (spaced ? " " : "") + piece.text;
    last.from = Math.min(last.from, piece.from);
    last.to = Math.max(last.to, piece.to);
  }
  return true;
}

/** Parts rows of lines that were written across two columns into the one and then the other. */
function columns(lines: Line[]): Line[] {
  const out: Line[] = [];
  for (let at = 0; at < lines.length; ) {
    const rows = lines.slice(at, rowsEnd(lines, at));
    at += rows.length;
    const split = rows.filter(({ cells }) => cells.length === 2);
    if (split.length < COLUMN_LINES || !areColumns(split)) {
      out.push(...rows);
      continue;
    }
    const gutter = Math.min(...split.map(({ cells }) => (cells[1] as Cell).from)) - 1;
    for (const side of [false, true]) {
      for (const row of rows) {
        const cells = row.cells.filter(({ from }) => from >= gutter === side);
        if (cells.length > 0) out.push({ ...row, cells });
      }
    }
  }
  return out;
}

/** Finds where a run of lines ends that go down the page, those with two cells having the second at the same place. */
function rowsEnd(lines: readonly Line[], begin: number): number {
  let edge: number | undefined;
  let at = begin;
  for (; at < lines.length; at += 1) {
    const line = lines[at] as Line;
    const before = at > begin ? lines[at - 1] : undefined;
    if (before && line.y > before.y + 1) break;
    if (line.cells.length > 2) break;
    const [first, second] = line.cells as [Cell, Cell | undefined];
    if (second) {
      if (edge !== undefined && Math.abs(second.from - edge) > 2) break;
      edge ??= second.from;
    } else if (edge !== undefined && first.from < edge && first.to > edge) break;
  }
  return Math.max(at, begin + 1);
}

/** Dates at a margin and values behind their labels are short on one side at least, columns of text on neither. */
function areColumns(split: readonly Line[]): boolean {
  return [0, 1].every((side) => {
    const letters = split.reduce((sum, { cells }) => sum + (cells[side]?.text.length ?? 0), 0);
    return letters / split.length >= COLUMN_LETTERS;
  });
}

/** The usual step from line to line, as a part of the letters' size. */
function usualPitch(lines: readonly Line[]): number {
  const steps = lines
    .slice(1)
    .map((line, at) => ((lines[at] as Line).y - line.y) / line.size)
    .filter((step) => step > 0.8 && step < 3)
    .sort((a, b) => a - b);
  return Math.max(1.15, steps[Math.floor(steps.length / 3)] ?? 1.2);
}

function sameBlock(before: Line, line: Line, usual: number): boolean {
  if (before.upright || line.upright) return before.upright === line.upright;
  const size = Math.max(before.size, line.size);
  const step = (before.y - line.y) / size;
  // Larger letters begin something, however close they stand.
  if (line.size > HEADING * before.size) return false;
  if (step < -0.5 || step > BLOCK * usual) return false;
  const [from, to] = [line.cells[0] as Cell, line.cells.at(-1) as Cell].map((cell, at) => (at === 0 ? cell.from : cell.to)) as [
    number,
    number,
  ];
  // Beside each other, and not one below the other.
  return from < (before.cells.at(-1) as Cell).to + size && to > (before.cells[0] as Cell).from - size;
}
