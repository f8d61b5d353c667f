/** The words of the pages for an interview that ends in advice in English; the other languages have the same. */
export const en = {
  library: {
    title: "Hiring advice",
    about:
      "A few questions about a difficulty your team has, or a conversation you hand in. You get one recommendation: which role would help, or that none would.",
    facts: "Up to 4 questions, then a recommendation · about 10 minutes",
    sample: "The sample brings a conversation of a team, so that nothing has to be asked.",
  },
  start: {
    lead: "Say what your team struggles with, or hand in a conversation about it. You get a recommendation that you can accept or decline.",
    heading: "A conversation of your team",
    why: "If you add a conversation, you are asked nothing: the recommendation is based on it. Otherwise you are asked a few questions.",
    sample: "No conversation at hand?",
    title: "What the difficulty is",
  },
  skills: "Skills",
  role: "Recommended role",
  advice: "Recommendation",
  reason: "Why this role",
  prompt: "Prompt for an AI assistant in this role",
  model: "Kind of model",
  models: { reasoning: "Reasoning: for analysis and step-by-step work", semantic: "Semantic: for language and conversation" },
  decisions: { none: "", offered: "Not decided", accepted: "Accepted", declined: "Declined" },
  missing: "The recommendation is incomplete: the model gave no usable reply for a part of it, although it was asked several times.",
  missingAll: "The model gave no usable recommendation, although it was asked several times.",
};

/** The same words in another language. */
export type AdviceText = typeof en;
