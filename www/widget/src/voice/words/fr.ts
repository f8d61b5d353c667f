import type { VoiceWords } from "./en.js";

/** The words of dictation and of reading aloud in French. */
export const fr: VoiceWords = {
  starting: "En attente du micro",
  listening: "À l’écoute",
  stopped: "L’écoute est arrêtée",
  heardHere: "L’enregistrement reste sur cet appareil.",
  heardElsewhere: "Un service de l’éditeur de votre navigateur entend l’enregistrement.",
  correct: "Ce que vous dites s’ajoute à votre réponse : corrigez-le avant de l’envoyer.",
  added: "Vos derniers mots ont été ajoutés à votre réponse. Relisez-la avant de l’envoyer.",
  full: "La réponse ne peut pas être plus longue. L’écoute est arrêtée.",

  askRemote:
    "Pour transformer votre voix en texte, ce navigateur fait entendre l’enregistrement à un service de son éditeur. Cette page ne reçoit que le texte, que vous pouvez corriger avant de l’envoyer.",
  begin: "Commencer l’écoute",
  notNow: "Pas maintenant",
  askDownload:
    "Ce navigateur peut transformer votre voix en texte sur cet appareil, sans que personne d’autre n’entende l’enregistrement. Il doit d’abord télécharger des fichiers pour cela.",
  download: "Télécharger",
  elsewhere: "Sans téléchargement",
  downloading: "Téléchargement en cours. Vous pouvez continuer à écrire.",
  downloaded: "Le téléchargement est terminé. Vous pouvez dicter.",
  downloadFailed: "Le téléchargement n’a pas réussi. Vous pouvez continuer à écrire.",

  onlyHere:
    "Ce navigateur ne peut pas transformer la voix en texte sur cet appareil dans la langue de l’entretien, et cette page ne permet rien d’autre.",
  notHere:
    "Cette page ne peut pas utiliser le micro : elle-même, ou la page qui l’entoure, ne le permet pas. Vous pouvez continuer à écrire.",
  notAllowed: "Le micro n’a pas été autorisé. Vous pouvez l’autoriser dans les réglages du navigateur pour cette page.",
  noSpeech: "Rien n’a été entendu.",
  network: "Le service qui transforme la voix en texte n’a pas pu être joint. Vous pouvez continuer à écrire.",
  noLanguage: "Ce navigateur ne peut pas transformer la voix en texte dans la langue de l’entretien.",
  noMicrophone: "Aucun micro n’a été trouvé, ou un autre programme l’utilise.",
  failed: "L’écoute n’a pas réussi. Vous pouvez continuer à écrire.",

  askVoice:
    "Cet appareil n’a pas de voix pour la langue de la question. Un service de l’éditeur de votre navigateur peut la lire, et reçoit pour cela son texte.",
  readOut: "La faire lire",
  voiceElsewhere: "Un service de l’éditeur de votre navigateur reçoit le texte qu’il lit.",
  noVoice: "Ce navigateur n’a pas, sur cet appareil, de voix pour la langue de la question.",
  readFailed: "La lecture à voix haute n’a pas réussi.",
};
