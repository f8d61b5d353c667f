// The guides that ship with the package, each a JSON file of its own that is loaded when it is needed.
import { readJson } from "./engine.js";
import { ColloquyError } from "./errors.js";

/** A guide that ships with the package. */
export interface BuiltInGuide {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Loads the guide document, in Node from the disk. */
  load(): Promise<object>;
}

/** The built-in guides. */
export const guides: readonly BuiltInGuide[] = Object.freeze([
  {
    id: "reflective",
    title: "Reflection on content",
    description: "A short conversation about something you listened to, read or watched: what stayed with you and what you make of it.",
    load: () => readJson(new URL("./guides/reflective.json", import.meta.url)),
  },
  {
    id: "staged",
    title: "Expert interview",
    description: "A long conversation about the work you know best, in nine parts: who you are, how you work, what goes wrong, what only experience teaches. It leaves you with a transcript, insights, examples and a map of what was covered.",
    load: () => readJson(new URL("./guides/staged.json", import.meta.url)),
  },
  {
    id: "advice",
    title: "Hiring advice",
    description: "A few questions about a difficulty your team has, or a conversation you hand in. You get one recommendation: which role would help, with its skills and a prompt for an AI assistant in that role, or that none would.",
    load: () => readJson(new URL("./guides/advice.json", import.meta.url)),
  },
  {
    id: "gaps",
    title: "Skills interview",
    description: "Bring your résumé. You are asked only about what it leaves open: how long, how deep, how independently, how large, under which limits, and whether it went live. You get a table of your skills with the words that show each one.",
    load: () => readJson(new URL("./guides/gaps.json", import.meta.url)),
  },
  {
    id: "onboarding",
    title: "Onboarding",
    description: "Bring a résumé, a contact card or nothing at all. In three parts you put together your profile and your timeline, tell one position and one lesson in detail, and add a text of your own. You check every form about you before it counts.",
    load: () => readJson(new URL("./guides/onboarding.json", import.meta.url)),
  },
]);

/** Gives the document of a guide that is named or handed in. */
export async function guideDocument(guide: unknown): Promise<unknown> {
  if (typeof guide !== "string") return guide;
  const found = guides.find(({ id }) => id === guide);
  if (!found) {
    const known = guides.map(({ id }) => id).join(", ");
    throw new ColloquyError("unknown_guide", `there is no built-in guide "${guide}" (there is ${known}): hand in the guide document itself`);
  }
  return found.load();
}
