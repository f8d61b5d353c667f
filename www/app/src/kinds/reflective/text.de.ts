import type { ReflectiveText } from "./text.en.js";

/** The words of the pages for a reflective interview in German. */
export const de: ReflectiveText = {
  library: {
    title: "Nachdenken über Gelesenes und Gehörtes",
    about: "Ein kurzes Gespräch über etwas, das Sie gehört, gelesen oder gesehen haben: was hängen blieb und was Sie daraus machen.",
    facts: "Bis zu 5 Fragen · etwa 15 Minuten",
    sample: "Nutzt Notizen zu einem erfundenen Podcast.",
    begin: "Mit eigenen Notizen beginnen",
  },
  start: {
    lead: "Bringen Sie Notizen zu einer Folge, einem Vortrag, einem Artikel mit: Gefragt wird nach dem, was darin und in Ihren Antworten steht.",
    heading: "Ihre Notizen",
    why: "Wird auf diesem Gerät gelesen. Dateien namens summary.md, quotes.md und key-concepts.md werden am besten gelesen.",
    sample: "Keine Notizen zur Hand?",
    about: "Worum es geht",
    title: "Titel",
    creator: "Podcast, Website oder Autor",
    source: "Link",
    nothing: "Fügen Sie Notizen oder einen Titel hinzu, damit es etwas zu fragen gibt.",
  },
};
