import type { ReflectiveText } from "./text.en.js";

/** The words of the pages for a reflective interview in French. */
export const fr: ReflectiveText = {
  library: {
    title: "Réflexion sur un contenu",
    about:
      "Une courte conversation sur quelque chose que vous avez écouté, lu ou regardé : ce qui vous en est resté et ce que vous en faites.",
    facts: "Jusqu’à 5 questions · environ 15 minutes",
    sample: "Utilise les notes d’un podcast inventé.",
    begin: "Commencer avec vos notes",
  },
  start: {
    lead: "Apportez des notes sur un épisode, un exposé, un article : l’intervieweur les lit et pose des questions sur ce qu’il y a dans ces notes et dans vos réponses.",
    heading: "Vos notes",
    why: "Lu sur cet appareil. Les fichiers nommés summary.md, quotes.md et key-concepts.md sont les mieux lus.",
    sample: "Pas de notes sous la main ?",
    about: "À quel sujet",
    title: "Titre",
    creator: "Podcast, site ou auteur",
    source: "Lien",
    nothing: "Ajoutez des notes ou un titre, pour qu’il y ait matière à questions.",
  },
};
