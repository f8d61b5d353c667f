// The table of the kinds of interviews: nothing else of the package names one. What runs for a single kind lies in its own file.
import type { View } from "../types/generated.js";

/** The kinds of interviews. */
export type KindName = View["kind"]["kind"];

/** Another value of a typed question that was filled in: the number of the question, and the value by the type of its answer. */
export interface ValueEdit {
  readonly question: number;
  readonly value: unknown;
}

/** A language of the built-in guides. */
export type GuideLanguage = "en" | "de" | "es" | "fr" | "ar" | "ja";

/** @internal The languages of what respondents read in the built-in guides. */
export const LANGUAGES: readonly GuideLanguage[] = ["en", "de", "es", "fr", "ar", "ja"];

/** @internal Those in which the built-in interviewer asks; where it does not, it asks in English. */
export const ASKED_IN: readonly GuideLanguage[] = ["en", "de", "es", "fr"];

/** @internal What the package has for one kind. */
interface Kind {
  /** The part of the engine with which the built-in interviewer begins; none where the engine itself puts the first question. */
  readonly begins?: "opening" | "opening_onboarding";
  /** The part in its place where texts are handed in, if that is another. */
  readonly beginsWithTexts?: "opening_advice";
}

/** @internal A kind with a guide that ships. */
interface GuidedKind extends Kind {
  readonly title: string;
  readonly description: string;
  /** Where the kind's guide is, whose id is the name of the kind, in each language. Addresses are spelled out where they are, for bundlers. */
  readonly guide: () => Readonly<Record<GuideLanguage, URL>>;
}

/** @internal The kinds in the order in which they are offered. */
export const KINDS: { readonly [name in KindName]: Kind | GuidedKind } = {
  reflective: {
    title: "Reflection on content",
    description: "A short conversation about something you listened to, read or watched: what stayed with you and what you make of it.",
    guide: () => ({
      en: new URL("./guides/reflective.json", import.meta.url),
      de: new URL("./guides/reflective.de.json", import.meta.url),
      es: new URL("./guides/reflective.es.json", import.meta.url),
      fr: new URL("./guides/reflective.fr.json", import.meta.url),
      ar: new URL("./guides/reflective.ar.json", import.meta.url),
      ja: new URL("./guides/reflective.ja.json", import.meta.url),
    }),
    begins: "opening",
  },
  staged: {
    title: "Expert interview",
    description:
      "A long conversation about the work you know best, in nine parts: who you are, how you work, what goes wrong, what only " +
      "experience teaches. It leaves you with a transcript, insights, examples and a map of what was covered.",
    guide: () => ({
      en: new URL("./guides/staged.json", import.meta.url),
      de: new URL("./guides/staged.de.json", import.meta.url),
      es: new URL("./guides/staged.es.json", import.meta.url),
      fr: new URL("./guides/staged.fr.json", import.meta.url),
      ar: new URL("./guides/staged.ar.json", import.meta.url),
      ja: new URL("./guides/staged.ja.json", import.meta.url),
    }),
    begins: "opening",
  },
  advice: {
    title: "Hiring advice",
    description:
      "A few questions about a difficulty your team has, or a conversation you hand in. You get one recommendation: which " +
      "role would help, with its skills and a prompt for an AI assistant in that role, or that none would.",
    guide: () => ({
      en: new URL("./guides/advice.json", import.meta.url),
      de: new URL("./guides/advice.de.json", import.meta.url),
      es: new URL("./guides/advice.es.json", import.meta.url),
      fr: new URL("./guides/advice.fr.json", import.meta.url),
      ar: new URL("./guides/advice.ar.json", import.meta.url),
      ja: new URL("./guides/advice.ja.json", import.meta.url),
    }),
    begins: "opening",
    beginsWithTexts: "opening_advice",
  },
  gaps: {
    title: "Skills interview",
    description:
      "Bring your résumé. You are asked only about what it leaves open: how long, how deep, how independently, how large, " +
      "under which limits, and whether it went live. You get a table of your skills with the words that show each one.",
    guide: () => ({
      en: new URL("./guides/gaps.json", import.meta.url),
      de: new URL("./guides/gaps.de.json", import.meta.url),
      es: new URL("./guides/gaps.es.json", import.meta.url),
      fr: new URL("./guides/gaps.fr.json", import.meta.url),
      ar: new URL("./guides/gaps.ar.json", import.meta.url),
      ja: new URL("./guides/gaps.ja.json", import.meta.url),
    }),
    begins: "opening",
  },
  onboarding: {
    title: "Onboarding",
    description:
      "Bring a résumé, a contact card or nothing at all. In three parts you put together your profile and your timeline, tell " +
      "one position and one lesson in detail, and add a text of your own. You check every form about you before it counts.",
    guide: () => ({
      en: new URL("./guides/onboarding.json", import.meta.url),
      de: new URL("./guides/onboarding.de.json", import.meta.url),
      es: new URL("./guides/onboarding.es.json", import.meta.url),
      fr: new URL("./guides/onboarding.fr.json", import.meta.url),
      ar: new URL("./guides/onboarding.ar.json", import.meta.url),
      ja: new URL("./guides/onboarding.ja.json", import.meta.url),
    }),
    begins: "opening_onboarding",
  },
  // Its guides are compiled from studies.
  topics: {},
};

/** Contracts of replies that only one kind asks for. */
export type KindContract = "envelope" | PartedContract | AdvicePart | "skills";

/** A contract whose value can be asked for in parts, one after the other. */
export type PartedContract = "advice";

/** One part of a recommendation that is asked for in parts. */
export type AdvicePart = "advice-part-1" | "advice-part-2" | "advice-part-3";

const PARTS: { readonly [contract in PartedContract]: readonly KindContract[] } = {
  advice: ["advice-part-1", "advice-part-2", "advice-part-3"],
};

/** @internal Names the contracts of the parts of a contract; undefined where it has none. */
export function partsOf(contract: unknown): readonly KindContract[] | undefined {
  return typeof contract === "string" && Object.hasOwn(PARTS, contract) ? PARTS[contract as PartedContract] : undefined;
}

/** Formats that only interviews of one kind can be exported in. */
export type KindFormat = "skills-csv";
