// The few things the start page reads of a guide document, which is anyone's JSON until it was checked.
import { kindNamed } from "./kinds/index.js";
import type { KindName } from "./kinds/types.js";

/** One way of asking, as it is offered. */
export interface TemplateChoice {
  id: string;
  name: string;
  description: string;
}

type Json = Record<string, unknown>;

const object = (value: unknown): Json => (typeof value === "object" && value !== null ? (value as Json) : {});
const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** Lists the templates in the guide's order, in the nearest of its languages. */
export function templatesOf(guide: unknown, language: string): TemplateChoice[] {
  const locales = object(object(guide)["locales"]);
  const tag = [language, "en", ...Object.keys(locales)].find((one) => one in locales) ?? "";
  const wording = object(object(locales[tag])["templates"]);
  const list = object(object(guide)["strategy"])["templates"];
  return (Array.isArray(list) ? list : []).map((entry) => {
    const id = text(object(entry)["id"]);
    const words = object(wording[id]);
    return { id, name: text(words["name"]) || id, description: text(words["description"]) };
  });
}

/** What kind of interview a guide leads. */
export const kindOfGuide = (guide: unknown): KindName => kindNamed(object(object(guide)["strategy"])["kind"]);

/** Most questions the guide asks unless another number is chosen. */
export function questionsOf(guide: unknown): number {
  const most = object(object(guide)["strategy"])["max_questions"];
  return typeof most === "number" ? most : 5;
}

/** A copy of the guide that may ask up to `most` questions: a limit only ever tightens what a guide allows. */
export function withQuestions(guide: unknown, most: number): object {
  return { ...object(guide), strategy: { ...object(object(guide)["strategy"]), max_questions: most } };
}

/** What an exported session began with, for beginning again about the same. */
export function setupOf(session: unknown): { guide: Json; material: Json; template: string; guidelines: Json; metadata: Json } {
  const records = object(session)["records"];
  const first = object(Array.isArray(records) ? records[0] : undefined);
  const began = object(object(first["fact"])["began"]);
  const setup = object(began["setup"]);
  return {
    guide: object(began["guide"]),
    material: object(setup["material"]),
    template: text(setup["template"]),
    guidelines: object(setup["guidelines"]),
    metadata: object(setup["metadata"]),
  };
}
