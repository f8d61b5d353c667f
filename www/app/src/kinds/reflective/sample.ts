// The sample that ships with the app: notes of a podcast episode, as one file that comes while the engine starts.
import books from "../../../samples/podcast/books-mentioned.md" with { type: "text" };
import concepts from "../../../samples/podcast/key-concepts.md" with { type: "text" };
import quotes from "../../../samples/podcast/quotes.md" with { type: "text" };
import summary from "../../../samples/podcast/summary.md" with { type: "text" };
import tools from "../../../samples/podcast/tools-mentioned.md" with { type: "text" };
import type { Sample } from "../types.js";

const SOURCE = "https://slow-signal.example/episodes/41";

/** Material for trying an interview without notes of one's own; its title and podcast are in the front matter of the summary. */
export const sample: Sample = {
  subject: SOURCE,
  material: {
    source_url: SOURCE,
    texts: [
      { name: "summary.md", text: summary },
      { name: "quotes.md", text: quotes },
      { name: "key-concepts.md", text: concepts },
      { name: "books-mentioned.md", text: books },
      { name: "tools-mentioned.md", text: tools },
    ],
  },
};
