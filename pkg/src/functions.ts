// Functions without a session: synchronous after `await init()`, in a browser and in Node.
import type { Findings, Issue, Limits, Longest, Material, MaterialSummary, Prices } from "../types/generated.js";
import { call, callPart, generation } from "./engine.js";

/**
 * Checks a guide: every fault with its path, rule and value; without faults the longest interview it allows and its cost.
 *
 * @example
 * ```ts
 * import { checkGuide, init } from "colloquy";
 * await init();
 * const { issues, longest } = checkGuide({ schema: "colloquy.guide/1", id: "team" });
 * for (const { path, message } of issues) console.log(path, message);
 * ```
 */
export function checkGuide(
  guide: unknown,
  options: { limits?: Limits; prices?: Prices } = {},
): { issues: Issue[]; longest: Longest | null } {
  return JSON.parse(callPart("contracts", (engine) => engine.checkGuide(text(guide), text(options)))) as {
    issues: Issue[];
    longest: Longest | null;
  };
}

/**
 * Draws insights, action items, recommendations to others and themes from answers; `start` and `end` count UTF-16 units. Without limits all
 * of them. With `recommendations: 0` the texts are read once in place of twice.
 *
 * @example
 * ```ts
 * import { extractFindings, init } from "colloquy";
 * await init();
 * const { insights } = extractFindings(["I realised that quiet weeks are when things get mended."], { insights: 5 });
 * console.log(insights.map(({ text }) => text));
 * ```
 */
export function extractFindings(
  texts: string[],
  limits: { insights?: number; actions?: number; recommendations?: number; themes?: number } = {},
): Findings {
  // The engine is handed one text and hands back numbers. What is no string has a length that no text has, and is refused there.
  const all = Array.isArray(texts) && texts.every((one) => typeof one === "string");
  const given: (string | undefined)[] = all ? texts : [undefined];
  const lengths = new Uint32Array(given.length);
  for (let at = 0; at < given.length; at += 1) lengths[at] = given[at]?.length ?? -1;
  const [places, themes] = callPart("findings", (engine) => {
    const found = engine.extractFindings(given.join("\n"), lengths, text(limits));
    return [found.places(), found.themes()] as const;
  });
  let at = 0;
  const next = () => places[at++] ?? 0;
  const finding = () => {
    const [answer, start, end] = [next(), next(), next()];
    return { text: texts[answer]?.slice(start, end) ?? "", answer, start, end };
  };
  return {
    insights: Array.from({ length: next() }, finding),
    actions: Array.from({ length: next() }, finding),
    recommendations: Array.from({ length: next() }, finding),
    themes: themes ? themes.split("\n").map((theme) => ({ text: theme, count: next() })) : [],
  };
}

/** Returns what `createInterview` would read a material as, and the subject the session would have. */
export function readMaterial(material: Material): { subject: string; summary: MaterialSummary } {
  // A material without notes needs nothing that reads them, which the engine knows.
  return JSON.parse(call(generation(), (engine) => engine.readMaterial(text(material)))) as {
    subject: string;
    summary: MaterialSummary;
  };
}

function text(value: unknown): string {
  return JSON.stringify(value ?? null);
}
