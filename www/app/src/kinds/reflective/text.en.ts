/** The words of the pages for a reflective interview in English; the other languages have the same. */
export const en = {
  library: {
    title: "Reflection on content",
    about: "A short conversation about something you listened to, read or watched: what stayed with you and what you make of it.",
    facts: "Up to 5 questions · about 15 minutes",
    sample: "The sample brings notes of a podcast episode with it.",
    begin: "Start with your notes",
  },
  start: {
    lead: "Bring notes about an episode, a talk, an article: the interviewer reads them and asks about what is in them and in your answers.",
    heading: "Your notes",
    why: "Best known files: summary.md, quotes.md and key-concepts.md. Any other .md file is fine, and none of them is required.",
    sample: "No notes at hand?",
    about: "About",
    title: "Title",
    creator: "Podcast, site or author",
    source: "Link to it",
    nothing: "Add some notes or a title first, so that there is something to ask about.",
  },
};

/** The same words in another language. */
export type ReflectiveText = typeof en;
