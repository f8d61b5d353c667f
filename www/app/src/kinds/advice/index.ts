// The room of interviews that end in advice: a conversation or a difficulty, and the recommended role.
import { html, nothing } from "lit";
import { p } from "../../text.js";
import { noteFiles } from "../start.js";
import type { KindRoom } from "../types.js";
import { roleView } from "./role.js";

export const room: KindRoom<"advice"> = {
  start() {
    const { start } = p.kinds.advice;
    return {
      lead: start.lead,
      notes: start,
      place: "page",
      files: noteFiles(),
      paste: { label: p.start.pasteLabel, name: "conversation.md" },
      plain: true,
      preview: false,
      counted: true,
      nothing: "",
      about: (field) => html`<div class="fields">${field("title", start.title)}</div>`,
    };
  },
  outcome: (_view, { proposal }) => (proposal ? roleView(proposal) : nothing),
  ownOutcome: ({ proposal }) => proposal !== null,
};
