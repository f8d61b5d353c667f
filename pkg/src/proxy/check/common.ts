// What a call may hold, whatever its dialect. Everything is allowed by name: a provider's new field, or one that only some compatible server
// knows, is refused until somebody has looked at what it can spend. It is the program's list, and the same cases hold both.
import { get, type Json, shown, textOf } from "../json.js";
import { Refusal } from "../refusal.js";

/** Kinds of parts, with the fields each may have. */
export type Kinds = Readonly<Record<string, readonly string[]>>;

/** Refuses content. */
export function content(at: string, message: string): Refusal {
  return new Refusal("content_not_allowed", `${at} ${message}`);
}

/** Refuses fields of an object that are not in the list; `at` is where the object stands. */
export function only(value: Json | undefined, at: string, allowed: readonly string[]): void {
  if (value === null) return;
  if (!(value instanceof Map)) throw content(at, "must be an object");
  for (const name of value.keys()) {
    if (allowed.includes(name)) continue;
    throw new Refusal("field_not_allowed", `${at}${at && "."}${shown(name)} is not passed on; leave it out`);
  }
}

/** Refuses a field that is there and not as it must be. */
export function kind(value: Json, name: string, good: (field: Json) => boolean, expected: string): void {
  const field = get(value, name);
  if (field !== undefined && !good(field)) throw new Refusal("field_not_allowed", `${name} must be ${expected}`);
}

/** Refuses a list that is none. */
export function list(value: Json | undefined, at: string): Json[] {
  if (Array.isArray(value)) return value;
  throw content(at, "must be a list");
}

/** Looks at content: a text, or a list of parts of the given kinds. */
export function parts(value: Json, at: string, kinds: Kinds): void {
  if (typeof value === "string" || value === null) return;
  if (!Array.isArray(value)) throw content(at, "must be a text or a list of parts");
  for (const item of value) part(item, at, kinds);
}

/** Texts of parts, of whatever kind. */
const TEXTS = ["text", "refusal", "id", "thinking", "signature", "data", "name", "arguments", "call_id", "encrypted_content"];

/** Looks at one part and returns its kind. */
export function part(item: Json, at: string, kinds: Kinds): string {
  const name = textOf(get(item, "type")) ?? "";
  const fields = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
  if (!fields) {
    const names = Object.keys(kinds).join(", ");
    throw content(at, `holds a part of type ${shown(name)}; only ${names} are passed on, and no images, files or addresses`);
  }
  only(item, at, fields);
  // The text itself is looked at as well: an object in its place would be passed on unseen.
  texts(item, at, TEXTS);
  // Where a text was found, and who called: nobody here has a use for an address in them.
  for (const field of ["citations", "caller"]) noMedia(get(item, field), at);
  return name;
}

/** Names of what is fetched or looked at, wherever a server may search for it. */
const MEDIA = [
  "audio",
  "file",
  "file_data",
  "file_id",
  "file_url",
  "image",
  "image_url",
  "input_audio",
  "uri",
  "url",
  "video",
  "video_url",
];

/** Looks through what no provider has described whole: it may hold anything but images, files and addresses. */
export function noMedia(value: Json | undefined, at: string): void {
  if (Array.isArray(value)) for (const item of value) noMedia(item, at);
  if (!(value instanceof Map)) return;
  const named = (name: string) => MEDIA.includes(name) || name.startsWith("input_image");
  const found = [...value.keys(), textOf(value.get("type")) ?? ""].find(named);
  if (found !== undefined) throw content(at, `holds ${shown(found)}; no images, files or addresses`);
  for (const field of value.values()) noMedia(field, at);
}

/** Refuses fields of an object that are there and no texts. */
export function texts(value: Json, at: string, names: readonly string[]): void {
  for (const name of names) {
    const field = get(value, name) ?? "";
    if (typeof field !== "string") throw content(at, `${name} must be a text`);
  }
}

/** Looks at the marks for a provider's cache: the lasting kind costs twice the input. */
export function cacheControl(value: Json): void {
  const mark = get(value, "cache_control");
  if (mark === undefined || mark === null) return;
  only(mark, "cache_control", ["type", "ttl"]);
  const ttl = get(mark, "ttl");
  if (get(mark, "type") === "ephemeral" && (ttl === undefined || ttl === "5m")) return;
  throw new Refusal("field_not_allowed", 'cache_control must be {"type":"ephemeral"} and last 5 minutes');
}

/** Names of functions that gateways in front of Gemini replace by tools which that runs. */
const RUN_BY_NAME = ["googleSearch", "google_search", "codeExecution", "code_execution", "urlContext", "url_context"];

/** Refuses a tool that the provider would run; `kinds` are those of the page's own tools, `undefined` for one without a type. */
export function tools(value: Json, kinds: readonly (string | undefined)[], fields: readonly string[]): void {
  const all = get(value, "tools");
  if (all === undefined) return;
  const refuse = (message: string) => new Refusal("tool_not_allowed", message);
  if (!Array.isArray(all)) throw refuse("tools must be a list");
  for (const tool of all) {
    const type = get(tool, "type");
    const name = type === undefined ? undefined : (textOf(type) ?? "?");
    if (!kinds.includes(name))
      throw refuse(`a tool of type ${shown(name ?? "(none)")} would be run by the provider; only the page's own functions are passed on`);
    only(tool, "tools", fields);
    cacheControl(tool);
    const called = textOf(get(get(tool, "function") ?? tool, "name"));
    if (called === undefined) throw refuse("a tool must be an object with a name");
    if (RUN_BY_NAME.includes(called)) throw refuse(`a function named ${shown(called)} would be run by some servers; give it another name`);
  }
}

/** Refuses a choice of tool that is none of the page's own. */
export function toolChoice(value: Json, kinds: readonly string[]): void {
  const choice = get(value, "tool_choice");
  if (choice === undefined) return;
  const name = textOf(choice) ?? textOf(get(choice, "type")) ?? "";
  if (!kinds.includes(name)) throw new Refusal("tool_not_allowed", `tool_choice ${shown(name)} is not passed on; use ${kinds.join(", ")}`);
}
