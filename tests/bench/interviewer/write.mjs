// What a bench of interviewers leaves for people to read: transcripts with what was noted beside each question, and the figures.
import { FIGURES, together } from "./card.mjs";

const KINDS = {
  told: () => "",
  none: () => " — has nothing to say",
  after: () => " — goes on",
  form: () => " — form",
  act: ({ act }) => ` — **${act.act}**`,
  repair: ({ repair }) => ` — *repairs: ${repair}*`,
};

/** One interview in Markdown. */
export function transcript({ run, who, interview, card }) {
  const { persona, title } = run;
  const out = [`# ${persona.name} · ${title} · ${who}`, "", persona.about, ""];
  out.push(
    `Told ${interview.told} of ${interview.pool}; acts met ${card.sums.met} of ${card.sums.acts}; ended: ${interview.closed ?? "in the middle"}.`,
    "",
  );
  let at = -1;
  interview.exchanges.forEach(({ question, given, form }, number) => {
    if (!form) at += 1;
    const flags = form ? [] : card.flags[at];
    out.push(`**${number + 1}. ${question}**`, "");
    if (flags.length > 0) out.push(`⚠ ${flags.join("; ")}`, "");
    out.push(`> ${given.text}${KINDS[given.kind](given)}`, "");
  });
  if (interview.advice) out.push(`Recommends: ${interview.advice}`, "");
  if (interview.closing) out.push(`*${interview.closing}*`, "");
  return out.join("\n");
}

/** The rows of a table: first the heads, then each figure of every group of cards. */
export function table(groups) {
  const cards = groups.map(([, cards]) => together(cards));
  return [["figure", ...groups.map(([name]) => name)], ...FIGURES.map(([name, , show]) => [name, ...cards.map((card) => show(card))])];
}

/** The acts by their kind, with how often each was met. */
export function actsTable(groups) {
  const cards = groups.map(([, cards]) => together(cards));
  const names = [...new Set(cards.flatMap(({ acts }) => Object.keys(acts)))].sort();
  const cell = (one) => (one ? `${one.met} of ${one.of}` : "–");
  return [["after", ...groups.map(([name]) => name)], ...names.map((name) => [name, ...cards.map(({ acts }) => cell(acts[name]))])];
}

/** What was wrong after acts, the most frequent first. */
export const faults = (cards) => Object.entries(together(cards).faults).sort(([, one], [, other]) => other - one);

/** A table in Markdown. */
export const markdown = ([head, ...rows]) =>
  [head, head.map(() => "---"), ...rows]
    .map((cells) => `| ${cells.map((cell) => String(cell).replaceAll("|", "\\|")).join(" | ")} |`)
    .join("\n");

/** A table in a terminal. */
export const plain = (rows) => {
  const widths = rows[0].map((_, at) => Math.max(...rows.map((cells) => String(cells[at]).length)));
  return rows
    .map((cells) =>
      cells
        .map((cell, at) => String(cell).padEnd(widths[at]))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
};
