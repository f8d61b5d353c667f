// The guides that ship with the package, each a JSON file for each language, of which one is loaded when it is needed.
import { ColloquyError } from "./errors.js";
import { ASKED_IN, type GuideLanguage, type KindName, KINDS, LANGUAGES } from "./kinds.js";
import { located, readJson } from "./load.js";

/** A guide that ships with the package. */
export interface BuiltInGuide {
  readonly id: string;
  /** The kind of interview that it leads. */
  readonly kind: KindName;
  readonly title: string;
  readonly description: string;
  /** The languages of what respondents read in it, by their BCP 47 tags; English is the first. */
  readonly languages: readonly GuideLanguage[];
  /** Those of them in which the built-in interviewer asks; in the others it asks in English, and a model asks in all of them. */
  readonly askedIn: readonly GuideLanguage[];
  /**
   * Loads the guide document, in Node from the disk. It is written in the language of the locale, a BCP 47 tag such as `de-AT`, and in
   * English where there is no locale or no guide in its language. A file that does not come is an error in any language.
   */
  load(locale?: string): Promise<object>;
}

/**
 * A guide that extends a built-in one: any keys of a guide beside the name of that one. What it has takes the place of what the built-in guide
 * has, as in a JSON merge patch (RFC 7396): objects are merged, null removes a key, lists and all else are replaced.
 */
export interface GuideExtension {
  /** Id of the built-in guide, such as `staged`. */
  readonly extends: string;
  readonly [key: string]: unknown;
}

/** Documents that the host has brought, by the names of their files. */
let given: Readonly<Record<string, object>> = {};

/** @internal Takes documents in the place of files. */
export function handIn(documents: Readonly<Record<string, object>>): void {
  given = documents;
}

/** The built-in guides. */
export const guides: readonly BuiltInGuide[] = Object.freeze(
  (Object.keys(KINDS) as KindName[]).flatMap((kind) => {
    const own = KINDS[kind];
    if (!("guide" in own)) return [];
    const { title, description, guide } = own;
    const load = async (locale?: string) => {
      const language = languageOf(locale);
      const name = language === "en" ? kind : `${kind}.${language}`;
      return given[name] ?? readJson(located(`guides/${name}.json`, () => guide()[language]));
    };
    return [{ id: kind, kind, title, description, languages: LANGUAGES, askedIn: ASKED_IN, load }];
  }),
);

/** Names the language of the guides that a locale means. What is no locale at all is reported by the engine. */
function languageOf(locale: unknown): GuideLanguage {
  const own = String(locale).toLowerCase().split("-")[0];
  return LANGUAGES.find((language) => language === own) ?? "en";
}

/** Returns the built-in guide of an id. */
function builtIn(id: unknown): BuiltInGuide {
  const found = guides.find((guide) => guide.id === id);
  if (found) return found;
  const known = guides.map(({ id }) => id).join(", ");
  throw new ColloquyError(
    "unknown_guide",
    `there is no built-in guide "${String(id)}" (there is ${known}): name one of these, or hand in a whole guide`,
  );
}

/**
 * Returns a whole guide document: for an id the built-in guide in the language of the locale; for a document with `extends`, the built-in guide
 * that it names with the document's own parts in the place of that one's; any other document as it is. It is not checked: `checkGuide` does.
 *
 * Rejects with `unknown_guide` for a name of no built-in guide, and with `load_failed` when a guide could not be loaded.
 *
 * @example
 * ```ts
 * import { checkGuide, init, loadGuide } from "colloquy";
 * await init();
 * const guide = await loadGuide({
 *   extends: "staged", id: "craft", version: "1.0.0",
 *   limits: { duration_minutes: 45 },
 *   locales: { en: { title: "Your craft", welcome: "Thank you for showing us how you work." } },
 * });
 * console.log(checkGuide(guide).issues);
 * ```
 */
export async function loadGuide(guide: string | object, locale?: string): Promise<object> {
  if (typeof guide === "string") return builtIn(guide).load(locale);
  const base = (guide as GuideExtension | null)?.extends;
  if (base === undefined) return guide;
  const [document, { extended }] = await Promise.all([builtIn(base).load(locale), import("./extend.js")]);
  return extended(document, { ...guide });
}
