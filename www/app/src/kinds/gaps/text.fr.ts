import type { GapsText } from "./text.en.js";
import { pluralIn } from "../../text/plural.js";

const plural = pluralIn("fr");

/** The words of the pages for an interview about skills in French. */
export const fr: GapsText = {
  library: {
    title: "Entretien de compétences",
    about:
      "Une conversation autour de votre CV. Elle ne porte que sur ce qu’il laisse ouvert sur vos compétences : combien de temps, jusqu’où, avec quelle autonomie, à quelle échelle.",
    facts: "S’arrête quand on en sait assez · environ 20 minutes",
    sample: "Utilise le CV d’une ingénieure inventée.",
  },
  start: {
    lead: "Apportez votre CV : il est lu, et l’on ne vous interroge que sur ce qu’il laisse ouvert sur vos compétences. Sans CV, on vous demande de quelles compétences parler.",
    heading: "Votre CV",
    why: "PDF, Word (.docx), Markdown ou texte brut, lu sur cet appareil. Les PDF numérisés ne peuvent pas être lus.",
    drop: "Ajoutez votre CV",
    choose: "Choisir un fichier",
    paste: "Texte du CV",
    sample: "Pas de CV sous la main ?",
  },
  title: "Compétences",
  format: "Tableau des compétences (CSV)",
  caption: "Compétences avec ce que l’on sait de chacune, et les mots qui le montrent",
  columns: ["Quoi", "Valeur", "Mots qui le montrent"],
  none: "Aucune compétence n’a été nommée.",
  complete: (known, goal) => `${known} complet ; ${goal} nécessaires.`,
  certainty: (sure: string) => `Certitude : ${sure}`,
  unknown: "Inconnu :",
  sources: { resume: "du CV", answer: (n: number) => `de la réponse ${n}`, respondent: "votre propre parole" },
  values: { production: "production", prototype: "prototype", both: "les deux" },
  ended: {
    complete: "Les questions se sont arrêtées parce que l’on en sait assez.",
    disengaged: "Les questions se sont arrêtées parce que les dernières réponses disaient peu.",
    no_gaps: "Les questions se sont arrêtées : il n’y a plus de question.",
    asked_for: "Vous avez mis fin aux questions.",
  },
  refused: (n: number) =>
    plural(n, {
      one: "{n} indication lue n’a pas été reprise : les mots ne la montrent pas.",
      other: "{n} indications lues n’ont pas été reprises : les mots ne les montrent pas.",
    }),
  unread: (n: number) => plural(n, { one: "{n} partie n’a pas pu être lue.", other: "{n} parties n’ont pas pu être lues." }),
};
