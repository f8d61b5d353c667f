// The sample that ships with the app for the skills interview: a résumé that describes some skills at length and only names others.
import resume from "../../../samples/resume/resume.md" with { type: "text" };
import type { Sample } from "../types.js";

/** The résumé of somebody who does not exist. */
export const sample: Sample = {
  subject: "sample:resume",
  material: { texts: [{ name: "resume.md", text: resume }] },
};
