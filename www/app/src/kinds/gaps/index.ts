// The room of interviews about skills: a résumé, and the table of skills.
import { nothing } from "lit";
import { p } from "../../text.js";
import { DOCUMENT_FILES } from "../start.js";
import type { KindRoom } from "../types.js";
import { skillsView } from "./skills.js";

export const room: KindRoom<"gaps"> = {
  start() {
    const { start } = p.kinds.gaps;
    return {
      lead: start.lead,
      notes: start,
      place: "page",
      files: { drop: start.drop, choose: start.choose, accept: DOCUMENT_FILES },
      paste: { label: start.paste, name: "resume.md" },
      plain: true,
      preview: true,
      counted: false,
      nothing: "",
      about: () => nothing,
    };
  },
  outcome: (view, kind, { details }) => skillsView(view, kind, "skills" in details ? details.skills : []),
  ownOutcome: () => true,
  formats: () => [{ format: "skills-csv", end: "-skills.csv", type: "text/csv", name: p.kinds.gaps.format }],
};
