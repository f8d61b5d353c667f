/** The words of the pages for a reflective interview in English; the other languages have the same. */
export const en = {
  library: {
    title: "Reflection on content",
    about: "A short conversation about something you listened to, read or watched: what stayed with you and what you make of it.",
    facts: "Up to 5 questions · about 15 minutes",
    sample: "Uses notes from a made-up podcast.",
    begin: "Start with your notes",
  },
  start: {
    lead: "Bring notes about an episode, a talk, an article: the interviewer reads them and asks about what is in them and in your answers.",
    heading: "Your notes",
    why: "Read on this device. Files named summary.md, quotes.md and key-concepts.md are read best.",
    sample: "No notes at hand?",
    about: "About",
    title: "Title",
    creator: "Podcast, site or author",
    source: "Link",
    nothing: "Add some notes or a title, so that there is something to ask about.",
  },
};

/** The same words in another language. */
export type ReflectiveText = typeof en;
