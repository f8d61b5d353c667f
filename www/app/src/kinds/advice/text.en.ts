/** The words of the pages for an interview that ends in advice in English; the other languages have the same. */
export const en = {
  library: {
    title: "Hiring advice",
    about:
      "A few questions about a difficulty your team has, or a team conversation you add. You get one recommendation: which role would help, or that none would.",
    facts: "Up to 4 questions, then a recommendation · about 10 minutes",
    sample: "Uses a made-up team chat; you go straight to the advice.",
  },
  start: {
    lead: "Say what your team struggles with, or add a conversation about it. You get a recommendation that you can accept or decline.",
    heading: "A team conversation",
    why: "With one, you get the recommendation at once. Without one, you are asked a few questions.",
    sample: "No conversation at hand?",
    title: "The difficulty",
  },
  skills: "Skills",
  role: "Recommended role",
  advice: "Recommendation",
  reason: "Why this role",
  prompt: "Prompt for an AI assistant in this role",
  model: "Suggested AI model",
  models: { reasoning: "Reasoning: for analysis and step-by-step work", semantic: "Semantic: for language and conversation" },
  decisions: { none: "", offered: "Not decided", accepted: "Accepted", declined: "Declined" },
  missing: "The recommendation is incomplete: the model gave no usable reply for a part of it, although it was asked several times.",
  missingAll: "The model gave no usable recommendation, although it was asked several times.",
};

/** The same words in another language. */
export type AdviceText = typeof en;
