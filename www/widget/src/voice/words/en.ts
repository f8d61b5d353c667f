import type { Words } from "../../strings/words.js";

/** The words of dictation and of reading aloud in English. */
export const en = {
  starting: "Waiting for the microphone",
  listening: "Listening",
  stopped: "Stopped listening",
  heardHere: "The recording stays on this device.",
  heardElsewhere: "A service of your browser’s maker hears the recording.",
  correct: "What you say is added to your answer: correct it before you send it.",
  added: "Your last words were added to your answer. Read it before you send it.",
  full: "The answer is as long as it can be. Stopped listening.",

  askRemote:
    "To turn your speech into text, this browser lets a service of its maker hear the recording. This page gets only the text, which you can correct before you send it.",
  begin: "Start listening",
  notNow: "Not now",
  askDownload:
    "This browser can turn speech into text on this device, so that nobody else hears the recording. It has to download files for that first.",
  download: "Download",
  elsewhere: "Without a download",
  downloading: "Downloading. You can go on typing.",
  downloaded: "The download is done. Dictation is ready.",
  downloadFailed: "The download did not work. You can go on typing.",

  onlyHere: "This browser cannot turn speech into text on this device in the language of the interview, and this page allows nothing else.",
  notHere: "This page may not use the microphone: it, or the page around it, does not allow that. You can go on typing.",
  notAllowed: "The microphone was not allowed. You can allow it in the browser’s settings for this page.",
  noSpeech: "Nothing was heard.",
  network: "The service that turns speech into text could not be reached. You can go on typing.",
  noLanguage: "This browser cannot turn speech into text in the language of the interview.",
  noMicrophone: "No microphone was found, or another program is using it.",
  failed: "Listening did not work. You can go on typing.",

  askVoice:
    "This device has no voice for the language of the question. A service of the browser’s maker can read it, and is sent its text.",
  readOut: "Read it",
  voiceElsewhere: "A service of your browser’s maker is sent the text that it reads.",
  noVoice: "This browser has no voice for the language of the question on this device.",
  readFailed: "Reading aloud did not work.",
};

/** Those words in one language. */
export type VoiceWords = Words<typeof en>;
