// A guide that extends a built-in one: what it has takes the place of what that one has, and the rest stays.
import { LANGUAGES } from "./kinds.js";

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);

/** Applies a JSON merge patch (RFC 7396): objects are merged, null removes a key, anything else takes the place of what was there. */
function merged(base: Json, patch: Json): Json {
  // Without a prototype, so that `__proto__` is a key like any other.
  const whole: Json = Object.assign(Object.create(null), base);
  for (const [key, value] of Object.entries(patch)) {
    const before = Object.hasOwn(base, key) ? base[key] : undefined;
    if (value === null) delete whole[key];
    else whole[key] = isObject(value) && isObject(before) ? merged(before, value) : value;
  }
  return whole;
}

/**
 * Returns a whole guide: the built-in one with what the extension has. The built-in one has the words of one language, so the extension's
 * words in other languages of built-in guides are left out; those in any other language stay, and have to be whole.
 */
export function extended(base: object, { extends: _, ...extension }: Json): object {
  const own = Object.keys((base as { locales: Json }).locales);
  const { locales } = extension;
  if (isObject(locales)) {
    const used = ([tag]: [string, unknown]) => own.includes(tag) || !LANGUAGES.some((language) => language === tag);
    extension["locales"] = Object.fromEntries(Object.entries(locales).filter(used));
  }
  return merged(base as Json, extension);
}
