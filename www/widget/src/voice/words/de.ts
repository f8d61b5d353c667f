import type { VoiceWords } from "./en.js";

/** The words of dictation and of reading aloud in German. */
export const de: VoiceWords = {
  starting: "Das Mikrofon wird eingeschaltet",
  listening: "Es wird zugehört",
  stopped: "Es wird nicht mehr zugehört",
  heardHere: "Die Aufnahme bleibt auf diesem Gerät.",
  heardElsewhere: "Ein Dienst des Herstellers Ihres Browsers hört die Aufnahme.",
  correct: "Was Sie sagen, kommt in Ihre Antwort: Berichtigen Sie es, bevor Sie senden.",
  added: "Ihre letzten Worte stehen jetzt in der Antwort. Lesen Sie sie, bevor Sie senden.",
  full: "Die Antwort ist so lang, wie sie sein kann. Es wird nicht mehr zugehört.",

  askRemote:
    "Um Ihre Worte in Text zu verwandeln, lässt dieser Browser einen Dienst seines Herstellers die Aufnahme hören. Diese Seite bekommt nur den Text, den Sie vor dem Senden berichtigen können.",
  begin: "Diktat beginnen",
  notNow: "Jetzt nicht",
  askDownload:
    "Dieser Browser kann Ihre Worte auf diesem Gerät in Text verwandeln, sodass niemand sonst die Aufnahme hört. Dafür muss er zuerst Dateien herunterladen.",
  download: "Herunterladen",
  elsewhere: "Ohne Herunterladen",
  downloading: "Wird heruntergeladen. Sie können inzwischen schreiben.",
  downloaded: "Das Herunterladen ist fertig. Sie können diktieren.",
  downloadFailed: "Das Herunterladen hat nicht geklappt. Sie können weiter schreiben.",

  onlyHere:
    "Dieser Browser kann in der Sprache des Interviews auf diesem Gerät nicht zuhören, und etwas anderes erlaubt diese Seite nicht.",
  notHere:
    "Diese Seite darf das Mikrofon nicht benutzen: Sie selbst oder die Seite um sie herum erlaubt es nicht. Sie können weiter schreiben.",
  notAllowed: "Das Mikrofon wurde nicht erlaubt. In den Einstellungen des Browsers für diese Seite können Sie es erlauben.",
  noSpeech: "Es war nichts zu hören.",
  network: "Der Dienst, der Gesprochenes in Text verwandelt, war nicht zu erreichen. Sie können weiter schreiben.",
  noLanguage: "Dieser Browser kann Gesprochenes in der Sprache des Interviews nicht in Text verwandeln.",
  noMicrophone: "Es wurde kein Mikrofon gefunden, oder ein anderes Programm benutzt es.",
  failed: "Das Zuhören hat nicht geklappt. Sie können weiter schreiben.",

  askVoice:
    "Dieses Gerät hat keine Stimme für die Sprache der Frage. Ein Dienst des Herstellers Ihres Browsers kann sie vorlesen und bekommt dafür ihren Text.",
  readOut: "Vorlesen lassen",
  voiceElsewhere: "Ein Dienst des Herstellers Ihres Browsers bekommt den Text, den er vorliest.",
  noVoice: "Dieser Browser hat auf diesem Gerät keine Stimme für die Sprache der Frage.",
  readFailed: "Das Vorlesen hat nicht geklappt.",
};
