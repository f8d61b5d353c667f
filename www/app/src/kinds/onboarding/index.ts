// The room of onboarding interviews: files are handed in when they are asked for; phases, and what was brought together.
import { html, nothing } from "lit";
import { p } from "../../text.js";
import { noteFiles } from "../start.js";
import type { KindRoom } from "../types.js";
import "./collected.js";
import { phasesView } from "./phases.js";

export const room: KindRoom<"onboarding"> = {
  start() {
    const { start } = p.kinds.onboarding;
    return {
      lead: start.lead,
      notes: { ...start, heading: "" },
      place: "later",
      files: noteFiles(),
      paste: { label: p.start.pasteLabel, name: "" },
      plain: true,
      preview: false,
      counted: false,
      nothing: "",
      about: () => nothing,
    };
  },
  outcome: (_view, kind) => phasesView(kind),
  ownOutcome: () => true,
  collected: (library, session, level) =>
    html`<colloquy-collected .library=${library} .session=${session} .level=${level}></colloquy-collected>`,
};
