// What a respondent has and says in pages of tests, whatever is asked: notes, answers, and what is handed in for forms.

/** What an interview is about, by its guide. */
export const MATERIAL = {
  reflective: {
    title: "Why We Wake Up Tired",
    texts: [
      { name: "summary.md", text: "A researcher explains why a steady bedtime matters more than the number of hours." },
      { name: "key-concepts.md", text: "- Sleep regularity: the same bedtime on most nights\n- Body clock: light sets it, every morning" },
    ],
  },
  gaps: { texts: [{ name: "resume.md", text: "Worked with Python and PostgreSQL.\nKnows Docker and Kafka.\nSome Rust, some Terraform." }] },
};
/** What a person says of any skill. */
const SKILLED =
  "I have used it for 4 years, wrote my own extensions for it, worked alone, it served 300 machines in production and had to answer in under 50 ms.";
const RESUME = "Ada Example\nada@example.com\n\nExperience\nMiller at the Mill, 2019 to 2023\nBaker at the Bakery, 2015 to 2018\n";

/** Data with what its kind asks for at least. */
const complete = (kind, data) => {
  if (kind === "applicant_profile") return { ...data, basics: { name: "Ada Example", ...data?.basics } };
  if (kind === "skeleton_timeline") return { work: [], ...data };
  if (kind === "experience") return { position: "Miller", ...data };
  if (kind === "knowledge_card") return { title: "A lesson", summary: "What was learned.", ...data };
  return data;
};

/** What the respondent hands in for a form. */
export function filled({ kind: shape }) {
  const [kind] = Object.keys(shape);
  const form = shape[kind];
  if (kind === "upload") return { files: [new File([RESUME], "resume.txt", { type: "text/plain" })] };
  if (kind === "options") return { selectedIds: [form.options[0].id] };
  return { data: complete(form.data_type, form.data ?? {}) };
}

/** An answer that says in whose words it is, so that each is found once. */
export const answerOf = (guide, whose) =>
  `${whose}: ${guide === "gaps" ? SKILLED : "in the third year there the bearings were heard before the stones, and all of it went into the book."}`;
