import { pluralIn } from "./plural.js";
import type { ReceivedText } from "./received.en.js";

const plural = pluralIn("fr");

export const received: ReceivedText = {
  title: "Partagé avec Colloquy",
  lead: "Conservé dans ce navigateur pendant un jour, ou jusqu’à ce que vous le retiriez. Rien n’est envoyé.",
  lost: "Ce que vous avez partagé n’a pas pu être conservé : le navigateur manque de place ou refuse de l’enregistrer. Partagez-le de nouveau, ou ajoutez-le sur la page d’un entretien.",
  empty: "Rien n’attend ici",
  emptyWhy:
    "Partagez avec Colloquy un texte, un lien ou un fichier depuis une autre application, ou ouvrez avec elle un entretien enregistré ou des notes. Vous choisissez ici ce que vous en faites.",
  text: "Texte partagé",
  notes: "Notes pour un entretien",
  about: "Ce sur quoi un entretien peut porter",
  interview: "Entretien enregistré",
  openInterview: "Ajouter à vos entretiens",
  study: "Entretien préparé par quelqu’un",
  openStudy: "Ouvrir",
  unknown: "Ce n’est ni un entretien enregistré par Colloquy ni une étude, ou le fichier est endommagé. Rien n’a été modifié.",
  studyLarge: (most) => `Cette étude est trop volumineuse : elle peut faire jusqu’à ${most}.`,
  leftName: "Autres fichiers",
  left: (n) =>
    plural(n, {
      one: "{n} fichier a été laissé de côté : trop nombreux, ou trop volumineux ensemble. Ajoutez-le sur la page de l’entretien.",
      other: "{n} fichiers ont été laissés de côté : trop nombreux, ou trop volumineux ensemble. Ajoutez-les sur la page de l’entretien.",
    }),
  removeIt: "Retirer",
  remove: (name) => `Retirer : ${name}`,
  begin: "Commencer un entretien avec cela",
  choose: "Choisir",
};
