// Reading texts for skills by rules, on this device: for the scripted interviewer of a skills interview, and for hosts without one.
// The rules are a part of the engine; the names of skills are a text of their own, which only this needs.
/// <reference path="./texts.d.ts" />
import type { AnswerKind, Attribute } from "../types/generated.js";
import { callPart, withParts } from "./engine.js";
import { ColloquyError } from "./errors.js";
import type { ModelEvent } from "../types/messages.js";

/** What a text shows of one attribute of a skill. */
export interface ReadAttribute {
  /** In a few words, such as `3 years`. */
  value: string;
  /** The words of the text that show it. */
  quote: string;
  /** The skill that the text equates it with. */
  same_as?: string;
}

/** A skill that a text names, with what it shows of it; an attribute that is not there is not shown. */
export type ReadSkill = {
  /** Its usual name, or the one in `known`. */
  name: string;
  /** The words of the text that name it. */
  quote: string;
  /** How sure it is that the person has the skill, 0 to 1. */
  confidence: number;
} & { [attribute in Attribute]?: ReadAttribute };

/** What a text shows of skills; it satisfies the contract `skills`. */
export interface SkillsReading {
  /** In the order of the text, at most 60. */
  skills: ReadSkill[];
  /** How an answer meets its question; absent where none was given. */
  answer?: { kind: AnswerKind; engaged: boolean };
}

/** What is known of a text that is read for skills. */
export interface SkillsReadingOptions {
  /** The question that the text answers; without it the text is read as a résumé. */
  question?: string;
  /** The skill that was asked about; what the answer shows belongs to it unless it names another. */
  skill?: string;
  /** What was asked about it, so that a bare "3 years" can be understood. */
  attributes?: readonly Attribute[];
  /** Skills that are known, by the names they are to be given, with what is not known of each. */
  known?: readonly { skill: string; unknown?: readonly Attribute[] }[];
  /** The year by which "since 2019" is reckoned; by default this one. */
  year?: number;
}

let loading: Promise<string> | undefined;

/** Loads the names of skills; after a failure it can be tried again. */
function lexicon(): Promise<string> {
  loading ??= import("../../crates/skills/data/lexicon.txt").then(
    (file) => file.default,
    () => {
      loading = undefined;
      throw new ColloquyError("load_failed", "the names of skills could not be loaded: serve all files of the package beside each other");
    },
  );
  return loading;
}

/** @internal See the package's own `readSkills`. */
export async function readSkills(text: string, options: SkillsReadingOptions = {}): Promise<SkillsReading> {
  const { question, skill = "", attributes = [], known = [], year = new Date().getFullYear() } = options;
  const ask = {
    resume: question === undefined,
    text: String(text),
    question: question ?? "",
    skill,
    attributes,
    known: known.map(({ skill, unknown = [] }) => ({ skill, unknown })),
    year,
  };
  return JSON.parse(await read(JSON.stringify(ask))) as SkillsReading;
}

async function read(ask: string): Promise<string> {
  const [names] = await Promise.all([lexicon(), withParts(["skills"])]);
  return callPart("skills", (engine) => engine.readSkills(names, ask));
}

/** @internal Answers a call of the scripted interviewer as a model's is answered. */
export async function answer(ask: string, emit: (event: ModelEvent) => void): Promise<void> {
  let event: ModelEvent;
  try {
    const text = await read(ask);
    event = { done: { text, stop: "end", usage: { input_tokens: 0, output_tokens: 0 } } };
  } catch (error) {
    // A crash is reported by every handle itself.
    if (!(error instanceof ColloquyError) || error.code === "engine_crashed") throw error;
    const kind = error.code === "invalid_options" ? "invalid" : "network";
    event = { failed: { kind, message: error.message } };
  }
  emit(event);
}
