// The guides that ship with the package, each a JSON file for each language, of which one is loaded when it is needed.
import { ColloquyError } from "./errors.js";
import { type GuideLanguage, type KindName, KINDS, LANGUAGES } from "./kinds.js";
import { located, readJson } from "./load.js";

/** A guide that ships with the package. */
export interface BuiltInGuide {
  readonly id: string;
  /** The kind of interview that it leads. */
  readonly kind: KindName;
  readonly title: string;
  readonly description: string;
  /** The languages that it is written in, by their BCP 47 tags; English is the first. */
  readonly languages: readonly GuideLanguage[];
  /**
   * Loads the guide document, in Node from the disk. It is written in the language of the locale, a BCP 47 tag such as `de-AT`, and in
   * English where there is no locale or no guide in its language. A file that does not come is an error in any language.
   */
  load(locale?: string): Promise<object>;
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
    return [{ id: kind, kind, title, description, languages: LANGUAGES, load }];
  }),
);

/** Names the language of the guides that a locale means. What is no locale at all is reported by the engine. */
function languageOf(locale: unknown): GuideLanguage {
  const own = String(locale).toLowerCase().split("-")[0];
  return LANGUAGES.find((language) => language === own) ?? "en";
}

/** Returns the document of a guide that is handed in, or named: that one in the language of the locale. */
export async function guideDocument(guide: unknown, locale: string | undefined): Promise<unknown> {
  if (typeof guide !== "string") return guide;
  const found = guides.find(({ id }) => id === guide);
  if (!found) {
    const known = guides.map(({ id }) => id).join(", ");
    throw new ColloquyError(
      "unknown_guide",
      `there is no built-in guide "${guide}" (there is ${known}): hand in the guide document itself`,
    );
  }
  return found.load(locale);
}
