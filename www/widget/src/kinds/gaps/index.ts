// The room of interviews about skills: the table of skills with its words and its editor, why a question is asked, and why they ended.
import type { MakeRoom } from "../../types.js";
import { ended, reading, why } from "./notes.js";
import { Skills } from "./skills.js";
import { wordsOf } from "./words.js";
import skillsCss from "./skills.css?inline";

export const makeRoom: MakeRoom<"gaps"> = (shared, ui, root) => {
  shared.adopt(root, skillsCss);
  const skills = new Skills(shared, ui);
  return {
    progress: (view, kind) => skills.line(view, kind),
    // The question what somebody would add is for no gap.
    why: (view, kind, { gap }) => (gap && (gap.skill || gap.topic !== "back") ? why(shared, ui, gap, skills.rows(view, kind)) : null),
    working: (kind) => kind.reading !== null,
    task: (view, kind) => reading(shared, ui, view, kind, skills.rows(view, kind)),
    intro: () => wordsOf(ui).skillsReview,
    summary: (view, kind) => ended(shared, ui, view, kind),
    outcome: (view, kind) => skills.section(view, kind),
    findingsAside: true,
    formats: () => [{ format: "skills-csv", name: wordsOf(ui).fmtSkillsCsv, type: "text/csv", ending: "skills.csv" }],
  };
};
