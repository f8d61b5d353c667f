// Data as it is edited: read and changed by paths, freed of what is empty, and compared with what it was.
import { keysOf } from "./schema.js";

/** Any JSON value. */
export type Value = unknown;
/** A JSON object. */
export type Fields = Record<string, Value>;

/** One place where data differs from what it was; `before` or `after` is undefined where there was or is nothing. */
export interface Change {
  readonly path: string;
  readonly before: Value;
  readonly after: Value;
  /** True when a list only has another order. */
  readonly moved?: true;
}

/** True for an object, and not for a list. */
export const isFields = (value: Value): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the value at a path. */
export function at(data: Value, path: string): Value {
  let value = data;
  for (const key of keysOf(path)) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Fields)[key];
  }
  return value;
}

/** Sets the value at a path and makes what is missing on the way; `undefined` takes it out. Returns the changed data, and leaves the given as it is. */
export function put(data: Value, path: string, value: Value): Value {
  const [key, ...rest] = keysOf(path);
  if (key === undefined) return value;
  const below = put(Array.isArray(data) || isFields(data) ? (data as Fields)[key] : undefined, rest.join("."), value);
  if (Array.isArray(data)) return data.map((one: Value, place) => (String(place) === key ? below : one));
  const { [key]: _, ...others } = isFields(data) ? data : {};
  if (below === undefined) return others;
  // A key that was there keeps its place.
  return isFields(data) && Object.hasOwn(data, key) ? { ...data, [key]: below } : { ...others, [key]: below };
}

/** Frees data of what is empty, as the engine does with what is sent; undefined where nothing is left. */
export function withoutEmpty(value: Value): Value {
  if (value === null || value === undefined) return undefined;
  if (typeof value === "string") return value.trim() ? value : undefined;
  if (Array.isArray(value)) {
    const items = value.map(withoutEmpty).filter((one) => one !== undefined);
    return items.length > 0 ? items : undefined;
  }
  if (!isFields(value)) return value;
  const fields = Object.entries(value).map(([key, one]) => [key, withoutEmpty(one)] as const);
  const kept = fields.filter(([, one]) => one !== undefined);
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

/** How many places of data hold something. */
export function count(value: Value): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + count(one), 0);
  if (isFields(value)) return Object.values(value).reduce<number>((sum, one) => sum + count(one), 0);
  return withoutEmpty(value) === undefined ? 0 : 1;
}

/** True when two values are the same, whatever the order of their keys. */
export function same(a: Value, b: Value): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((one, place) => same(one, b[place]));
  if (!isFields(a) || !isFields(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && same(a[key], b[key]));
}

/** Lists the fields that differ. Of lists, what came, what went and that the order is another one: places alone would mean nothing. */
export function changes(before: Value, after: Value, path = ""): Change[] {
  const [was, is] = [withoutEmpty(before), withoutEmpty(after)];
  if (same(was, is)) return [];
  const below = (key: string) => (path ? `${path}.${key}` : key);
  if (isFields(was ?? {}) && isFields(is ?? {}) && !(was === undefined && is === undefined)) {
    const [a, b] = [(was ?? {}) as Fields, (is ?? {}) as Fields];
    return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((key) => changes(a[key], b[key], below(key)));
  }
  if (Array.isArray(was ?? []) && Array.isArray(is ?? [])) return listChanges((was ?? []) as Value[], (is ?? []) as Value[], path, below);
  return [{ path, before: was, after: is }];
}

function listChanges(was: Value[], is: Value[], path: string, below: (key: string) => string): Change[] {
  const gone = was.filter((one) => !is.some((other) => same(one, other)));
  const come = is.filter((one) => !was.some((other) => same(one, other)));
  if (gone.length === 0 && come.length === 0)
    return [{ path, before: was, after: is, ...(was.length === is.length && { moved: true as const }) }];
  // As many as before: the changed ones stand where they stood.
  if (was.length === is.length) {
    const places = is.map((_, place) => place).filter((place) => !same(was[place], is[place]));
    if (places.length === come.length) return places.flatMap((place) => changes(was[place], is[place], below(String(place))));
  }
  const place = (list: Value[], one: Value) => below(String(list.indexOf(one)));
  return [
    ...gone.map((one) => ({ path: place(was, one), before: one, after: undefined })),
    ...come.map((one) => ({ path: place(is, one), before: undefined, after: one })),
  ];
}

/** What names a group in one line: its first texts. */
export function nameOf(value: Value): string {
  if (typeof value === "string") return cut(value);
  if (!isFields(value)) return "";
  const { position, name, title, studyType, institution, network, language, quote } = value;
  const telling = [position, title, studyType, language, network, name, institution, quote].filter(
    (one) => typeof one === "string" && one.trim(),
  );
  const texts = telling.length > 0 ? telling : Object.values(value).filter((one) => typeof one === "string" && one.trim());
  return texts
    .slice(0, 2)
    .map((one) => cut(String(one)))
    .join(" · ");
}

/** Longest name, in characters. */
const NAME_CHARS = 80;

function cut(text: string): string {
  const chars = Array.from(text.trim().slice(0, 4 * NAME_CHARS));
  return chars.length > NAME_CHARS ? `${chars.slice(0, NAME_CHARS).join("")}…` : chars.join("");
}
