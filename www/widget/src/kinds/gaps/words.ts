import type { Words } from "../../strings/words.js";

/** The words of an interview about skills in English; the other languages have the same keys. */
export const en = {
  skills: "Skills",
  skillsCount: { one: "{n} skill", other: "{n} skills" },
  close: "Close",
  skillsNone: "No skill is known yet.",
  skillsKnown: "{percent} complete",
  skillsNow: "now: {what}",
  skillsNowAny: "now: which skills there are",
  skillsCaption: "What is known about your skills, and where it comes from",
  skillColumn: "Skill",
  skillActs: "Corrections",
  knownMeter: "Known so far",
  knownGoal: "{percent} complete, {goal} needed",
  unknown: "not known",
  askedNow: "asked now",
  fromResume: "résumé",
  fromAnswerN: "answer {n}",
  fromYou: "you",
  evidence: "{what}: words that show it, {from}",
  goToAnswer: "Show in answer {n}",
  confidence: "{percent} certain",
  probeOf: "Question {n} of up to {max} about it",
  endResolved: "All of it is known",
  endExhausted: "No more questions about it",
  endOffTopic: "Set aside, as your answers were about other things",
  endNotKnown: "You have nothing to add about it",
  endRefused: "You’d rather not say",
  correct: "Correct",
  correctName: "Correct “{text}”",
  skillName: "Name of the skill",
  correctHint: "Leave blank what is not known. What you write counts as your own words.",
  valueProduction: "production",
  valuePrototype: "prototype",
  valueBoth: "both",
  needsName: "A skill needs a name.",
  nameTaken: "There is a skill of that name already.",
  editRefused: "That is not possible: another skill has this name, or the list is full.",
  addSkill: "Add a skill",
  skillsReview: "Please look over what was understood. Your corrections count.",
  readingResume: "Reading the résumé",
  readingPart: "Reading the résumé, part {n} of {max}",
  foundSoFar: "Found so far: {list}",
  endedComplete: "The questions ended because enough was known: {goal} or more.",
  endedDisengaged: "The questions ended because your last answers were brief and you should not feel pressed.",
  endedNoGaps: "The questions ended: there is no further question.",
  refused: {
    one: "One thing was left out because your words do not support it.",
    other: "{n} things were left out because your words do not support them.",
  },
  unread: {
    one: "One part of the résumé or of your answers could not be read.",
    other: "{n} parts of the résumé or of your answers could not be read.",
  },
  why: "Why this question?",
  whySkills: "No skills are known yet, so this asks which ones you have.",
  whyMissing: "Still open for {skill}: {list}.",
  whyProbe: "This is question {n} of up to {max} about it.",
  whyExplanation: "It rephrases the last question, as you asked.",
  whyExample: "It gives an example of an answer, as you asked.",
  whyFollowUp: "Your last answer covered part of it; this asks for the rest.",

  fmtSkillsCsv: "Table of skills (CSV)",
};

/** Those words in one language. */
export type GapsWords = Words<typeof en>;

/** Those words in the reader's language. */
export const wordsOf = (ui: { readonly kindWords: { readonly gaps: GapsWords } | null }): GapsWords => ui.kindWords?.gaps ?? en;
