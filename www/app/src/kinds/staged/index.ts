// The room of interviews in stages: what the work is, and what was covered of each stage.
import { html } from "lit";
import { p } from "../../text.js";
import { noteFiles } from "../start.js";
import type { KindRoom } from "../types.js";
import { stagesView } from "./outcome.js";

export const room: KindRoom<"staged"> = {
  start() {
    const { start } = p.kinds.staged;
    return {
      lead: start.lead,
      notes: { ...start, sample: "" },
      place: "folded",
      files: noteFiles(),
      paste: { label: p.start.pasteLabel, name: "background.md" },
      plain: true,
      preview: false,
      counted: false,
      nothing: "",
      about: (field) => html`<div class="fields">${field("title", start.title, "text", start.titleHint)}</div>`,
    };
  },
  outcome: (view, kind, { outcome }) => stagesView(view, kind, outcome),
  ownOutcome: () => true,
};
