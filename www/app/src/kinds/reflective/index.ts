// The room of reflective interviews: notes about something, with parts of their own.
import { html } from "lit";
import { p } from "../../text.js";
import { noteFiles } from "../start.js";
import type { KindRoom } from "../types.js";

export const room: KindRoom<"reflective"> = {
  start() {
    const { start } = p.kinds.reflective;
    return {
      lead: start.lead,
      notes: start,
      place: "page",
      files: noteFiles(),
      paste: { label: p.start.pasteLabel, name: "summary.md" },
      plain: false,
      preview: false,
      counted: true,
      nothing: start.nothing,
      about: (field) => html`<fieldset>
        <legend>${start.about}</legend>
        <div class="fields">${field("title", start.title)} ${field("creator", start.creator)} ${field("source", start.source, "url")}</div>
      </fieldset>`,
    };
  },
};
