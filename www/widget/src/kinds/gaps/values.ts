import type { Attribute, AttributeView } from "colloquy";
import type { KindOf, Shared, Ui } from "../../types.js";
import { wordsOf } from "./words.js";

/** Names of the values that are not the respondent's words but one of three. */
const VALUES: Record<string, "valueProduction" | "valuePrototype" | "valueBoth" | undefined> = {
  production: "valueProduction",
  prototype: "valuePrototype",
  both: "valueBoth",
};

/** Writes the value of an attribute in the reader's words. */
export function wordedValue(ui: Ui, attribute: Attribute, value: string): string {
  const name = attribute === "production_vs_prototype" ? VALUES[value] : undefined;
  return name ? wordsOf(ui)[name] : value;
}

/** How complete it is, in words. */
export function completeness({ percent, say }: Shared, ui: Ui, skills: KindOf<"gaps">): string {
  return say(ui, wordsOf(ui).knownGoal, { percent: percent(ui, skills.completeness), goal: percent(ui, skills.complete) });
}

/** Names attributes one after the other, as the reader's language does. */
export const listed = (ui: Ui, attributes: readonly AttributeView[]): string =>
  new Intl.ListFormat(ui.wordsLang).format(attributes.map(({ label }) => label));
