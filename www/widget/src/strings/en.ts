import type { Words } from "./words.js";

/** Every word of the element in English; the other languages have the same keys. `{n}` and its like are filled in. */
export const en = {
  log: "Interview",
  progress: "Progress",
  progressValue: "Question {n} of up to {max}",
  timeLeft: { one: "about {n} minute left", other: "about {n} minutes left" },
  questionNumber: "Question {n}",
  followUp: "Follow-up",
  lastQuestion: "Last question",
  thinking: "Preparing the next question",
  thinkingFirst: "Preparing the first question",
  yourAnswer: "Your answer",
  placeholder: "Take your time. Write as much or as little as you like.",
  placeholderWait: "You can start typing.",
  send: "Send",
  sendKeys: "{key} + Enter",
  controlKey: "Ctrl",
  dictate: "Dictate",
  readAloud: "Read aloud",
  skip: "Skip",
  decline: "I’d rather not say",
  pause: "Pause",
  resume: "Resume",
  finish: "Finish",
  end: "End interview",
  charsLeft: { one: "{n} character left", other: "{n} characters left" },
  charsOver: { one: "{n} character too many", other: "{n} characters too many" },

  skipped: "Skipped",
  declined: "You’d rather not say",
  redacted: "Removed by you",
  amended: "edited",
  amend: "Edit",
  amendName: "Edit answer {n}",

  saved: "Saved on this device",
  saving: "Saving",
  memory: "In memory only",
  memoryTab: "Kept in this page only",
  readOnly: "Read-only in this tab",
  scripted: "Built-in interviewer",
  scriptedWhere: "runs on this device",
  scriptedMore:
    "The built-in interviewer follows written rules. It is not an AI model. It reads your notes and answers on this device, and nothing you write leaves it.",
  modelWhere: "AI model",
  modelMore:
    "The questions come from the model {name}. Your answers are sent to it, through the server of this page, so that it can ask the next question.",
  modelOnDevice: "The questions come from the model {name}, which runs on this device. Nothing you write leaves it.",
  modelElsewhere: "The questions come from the model {name}. Your answers are sent to it, so that it can ask the next question.",

  loading: "Opening the interview",
  failedTitle: "The interview could not be opened.",
  failedText: "Check the connection and try again. Anything you wrote before is still here.",
  failedSetup: "This page is not set up correctly. Please let its owner know.",
  tryAgain: "Try again",

  consentTitle: "Before you begin",
  consentScripted: "The built-in interviewer asks. Nothing you write leaves this device.",
  consentSaved: "Your answers are saved in this browser, on this device.",
  consentUnsaved: "Nothing is saved here: closing the tab deletes your answers.",
  consentFree: "You can skip questions, pause, and remove single answers at any time.",
  consentLanguage: "The questions are asked in {language}.",
  consentFixed: "Only the fixed texts are in {language}: the model asks in your language.",
  consentAll: "Read all of it",
  consentBy: "Responsible: {name}",
  privacy: "Privacy policy",
  consentAsked: "What is asked",
  consentRecipients: "Who gets your answers",
  consentKept: "How long they are kept",
  consentNothing: "Nothing is stored or sent until you agree.",
  agree: "Agree and begin",
  notNow: "Not now",
  notNowText: "Nothing was stored or sent. You can begin whenever you like.",

  pausedTitle: "Paused",
  pausedText: "Everything you sent is kept. Go on whenever you like.",
  startNew: "Start a new one",

  crashedTitle: "Something broke on our side.",
  crashedText: "Everything you sent is kept. Open the interview again to go on.",
  reopen: "Open again",

  partTitle: "A part of this page could not be loaded.",
  partText:
    "Everything you sent is kept. The interview waits: check the connection and try again. If that does not help, load the page again.",
};

/** The element's words in one language. */
export type Strings = Words<typeof en>;
