// The shape of the data that interviews collect, as its published JSON Schemas say it: what there is to fill in, and what
// each part is called. Read by the forms, by what shows the data, and by the app's pages.
import type { DataType } from "colloquy";
import applicantProfile from "../../../../pkg/schemas/data/applicant_profile.json";
import artifactRecord from "../../../../pkg/schemas/data/artifact_record.json";
import candidateDossier from "../../../../pkg/schemas/data/candidate_dossier.json";
import education from "../../../../pkg/schemas/data/education.json";
import experience from "../../../../pkg/schemas/data/experience.json";
import knowledgeCard from "../../../../pkg/schemas/data/knowledge_card.json";
import skeletonTimeline from "../../../../pkg/schemas/data/skeleton_timeline.json";
import writingSample from "../../../../pkg/schemas/data/writing_sample.json";
import type { DataWords } from "./types.js";

/** The part of JSON Schema that data is described in. A schema of a host's may hold more: what is not understood is shown as JSON text. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** How a part of the data is shown and filled in; `json` is for what no field fits. */
export type Shape = "group" | "groups" | "texts" | "choice" | "text" | "prose" | "number" | "yesno" | "json";

/** Levels below which a schema is not followed. */
const DEEPEST = 8;
/** From how many characters on a text gets a box of several lines. */
const PROSE_FROM = 1_000;

const SCHEMAS: Record<DataType, Schema> = {
  applicant_profile: applicantProfile,
  artifact_record: artifactRecord,
  candidate_dossier: candidateDossier,
  education,
  experience,
  knowledge_card: knowledgeCard,
  skeleton_timeline: skeletonTimeline,
  writing_sample: writingSample,
};

/** Returns the schema of a kind of data. */
export const schemaOf = (dataType: DataType): Schema => SCHEMAS[dataType];

/** How sure a reading is, and names that only programs need: neither is filled in, and neither is shown among the data. */
const ASIDE: readonly string[] = ["id", "mime", "confidence", "issues"];

/** The parts of an object that are shown, in the order of the schema. A schema of a host's has nothing aside. */
export function parts(schema: Schema, own: boolean): (readonly [key: string, schema: Schema])[] {
  const all = Object.entries(schema.properties ?? {});
  return own ? all.filter(([key]) => !ASIDE.includes(key)) : all;
}

/** Returns how a part is shown. */
export function shapeOf(schema: Schema | undefined, depth = 0, key = ""): Shape {
  if (!schema || depth > DEEPEST) return "json";
  if (Array.isArray(schema.enum) && schema.enum.every((one) => typeof one === "string")) return "choice";
  switch (schema.type) {
    case "string":
      // Addresses may be long, but are one line.
      return (schema.maxLength ?? 0) >= PROSE_FROM && key !== "url" ? "prose" : "text";
    case "number":
    case "integer":
      return "number";
    case "boolean":
      return "yesno";
    case "object":
      return schema.properties ? "group" : "json";
    case "array": {
      const item = shapeOf(schema.items, depth + 1);
      return item === "group" ? "groups" : item === "text" || item === "prose" ? "texts" : "json";
    }
    default:
      return "json";
  }
}

/** What a part is called in the reader's language; by its key where the schema has no title. */
export function labelOf(words: DataWords, key: string, schema: Schema | undefined): string {
  const title = schema?.title ?? (key.replaceAll("_", " ").replace(/(?<=[a-z])(?=[A-Z])/g, " ") || words.entry);
  return words.titles[`${key}: ${title}`] ?? words.titles[title] ?? title;
}

/** What one of a list is called. */
export function itemLabelOf(words: DataWords, label: string, schema: Schema): string {
  const { title = "" } = schema;
  return schema.items?.title ? labelOf(words, "", schema.items) : (words.titles[`one: ${title}`] ?? label);
}

/** The hint for a part, in the reader's language where it is one of ours. */
export function hintOf(words: DataWords, schema: Schema): string {
  return schema.description ? (words.titles[schema.description] ?? schema.description) : "";
}

/** Follows a path such as `work.0.position` and returns what it leads to, or null where the schema has no such place. */
export function labelsOf(words: DataWords, schema: Schema, path: string): string[] | null {
  const labels: string[] = [];
  let at: Schema | undefined = schema;
  for (const key of keysOf(path)) {
    if (at?.items && /^\d+$/.test(key)) {
      at = at.items;
      labels.push(new Intl.NumberFormat(words.lang).format(Number(key) + 1));
    } else {
      at = at?.properties?.[key];
      if (!at) return null;
      labels.push(labelOf(words, key, at));
    }
  }
  return labels;
}

/** Looks for a path in every kind of data: for a change that is given without its kind. */
export function labelsAnywhere(words: DataWords, path: string): string[] | null {
  for (const schema of Object.values(SCHEMAS)) {
    const labels = labelsOf(words, schema, path);
    if (labels) return labels;
  }
  return null;
}

/** The keys of a path, written `work.0.position` or `work[0].position`. */
export const keysOf = (path: string): string[] =>
  path
    .replace(/\[(\d+)\]/g, ".$1")
    .split(".")
    .filter(Boolean);
