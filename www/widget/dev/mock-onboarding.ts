// The states of an onboarding interview for the stand-in engine. Never shipped.
import type * as T from "../../../pkg/src/index.js";

const PROFILE = {
  basics: {
    name: "Ines Okafor-Brandt",
    label: "Site reliability engineer",
    email: "ines@okafor-brandt.example",
    phone: "+49 40 5550 1234",
    url: "https://okafor-brandt.example",
    summary: "Keeps booking and payment systems running through the nights that matter, and writes down what the nights taught.",
    location: { city: "Hamburg", countryCode: "DE" },
    profiles: [{ network: "GitHub", username: "inesob", url: "https://github.example/inesob" }],
  },
  languages: [
    { language: "German", fluency: "native" },
    { language: "English", fluency: "C1" },
    { language: "العربية", fluency: "A2" },
  ],
  confidence: 0.82,
  issues: ["two_phone_numbers"],
};
const TIMELINE = {
  work: [
    {
      position: "Site reliability engineer",
      name: "Nordwind Travel",
      location: "Hamburg",
      startDate: "2019-03",
      summary: "A booking platform with two million users.",
      highlights: ["Cut night calls from nine to two a month", "Led the move of the archive without downtime"],
    },
    {
      position: "System administrator",
      name: "Hafenklinik",
      location: "Hamburg",
      startDate: "2015",
      endDate: "2019-02",
      summary: "Network and servers of a hospital with 600 beds.",
    },
    { position: "Intern", name: "Stadtwerke Lübeck", startDate: "2014", endDate: "2014-08" },
  ],
  education: [{ institution: "TU Hamburg", area: "Computer science", studyType: "BSc", startDate: "2011", endDate: "2014" }],
};
const options = (multiple: boolean): T.FormKind => ({
  options: {
    multiple,
    required: true,
    options: [
      {
        id: "resume",
        label: "From a résumé",
        description: "Hand in a PDF or Word file. It is read on this device, and you check what was read.",
      },
      { id: "card", label: "From a contact card", description: "A vCard file, or a contact of this device." },
      { id: "hand", label: "By hand", description: "" },
    ],
  },
});

const FORMS: Record<string, readonly [tool: string, lead: string, kind: T.FormKind]> = {
  options: ["get_user_option", "How would you like to begin?", options(false)],
  many: ["get_user_option", "Which of these would you like to talk about?", options(true)],
  upload: [
    "get_user_upload",
    "Please hand in your résumé: the form for it is below.",
    { upload: { accepts: ["pdf", "docx", "txt", "md"], max_bytes: 10_485_760, multiple: false } },
  ],
  files: [
    "get_user_upload",
    "Please hand in a few texts of your own.",
    { upload: { accepts: ["pdf", "docx", "txt", "md"], max_bytes: 10_485_760, multiple: true } },
  ],
  profile: [
    "submit_for_validation",
    "Please look over what I read about you.",
    { validation: { data_type: "applicant_profile", data: PROFILE, issues: [] } },
  ],
  timeline: [
    "submit_for_validation",
    "Please look over where you worked.",
    { validation: { data_type: "skeleton_timeline", data: TIMELINE, issues: [] } },
  ],
  faults: [
    "submit_for_validation",
    "Please fill in what is missing.",
    {
      validation: {
        data_type: "knowledge_card",
        data: { title: "", summary: "Quiet weeks are when things get mended." },
        issues: [{ path: "title", rule: "min_length", message: "must have at least 1 character, not 0" }],
      },
    },
  ],
  contact: ["get_macos_contact_card", "Who are you, and how can you be reached?", { contact: { picker: true } }],
  host: [
    "book_room",
    "When would it suit you?",
    {
      host: {
        title: "A time to talk",
        schema: {
          type: "object",
          required: ["day"],
          properties: {
            day: { type: "string", title: "Day", enum: ["Monday", "Tuesday"] },
            minutes: { type: "integer", title: "Minutes", minimum: 15 },
            remote: { type: "boolean", title: "By video" },
            wishes: { title: "Wishes", oneOf: [{ type: "string" }, { type: "array" }] },
          },
        },
        data: { minutes: 30 },
      },
    },
  ],
};

const objective = (dataType: T.DataType, label: string, state: T.ObjectiveState): T.ObjectiveView => ({ dataType, label, state });
export const onboarding = (over: boolean, running: T.RunningView | null): T.OnboardingView => ({
  kind: "onboarding",
  revision: 3,
  artifacts: over ? 3 : 1,
  files: 1,
  running,
  phases: [
    {
      id: "core_facts",
      title: "Core facts",
      purpose: "Who you are and where you worked.",
      state: over ? "over" : "current",
      ended: over ? "met" : null,
      objectives: [
        objective("applicant_profile", "profile", over ? "met" : "approved"),
        objective("skeleton_timeline", "timeline", over ? "met" : "open"),
      ],
    },
    {
      id: "deep_dive",
      title: "What you know",
      purpose: "One position in detail.",
      state: over ? "over" : "ahead",
      ended: over ? "turn_limit" : null,
      objectives: [
        objective("experience", "experience", over ? "declined" : "open"),
        objective("knowledge_card", "knowledge card", over ? "met" : "open"),
      ],
    },
    {
      id: "writing_corpus",
      title: "How you write",
      purpose: "A text of your own.",
      state: "ahead",
      ended: null,
      objectives: [objective("writing_sample", "writing sample", over ? "not_reached" : "open")],
    },
  ],
});
const artifact = (id: string, dataType: T.DataType, label: string, data: object, version = 1): T.ArtifactView => ({
  label,
  at: 0,
  artifact: { id, dataType, version, data: data as Record<string, unknown>, confirmed: true },
  earlier: version > 1 ? [{ id, dataType, version: 1, data: data as Record<string, unknown>, confirmed: false }] : [],
});
const FILE: T.FileRef = {
  storageUrl: "colloquy-file:3a7f9c2e-1234-4678-9abc-def012345678",
  name: "resume-of-ines-okafor-brandt-2026.pdf",
  mimeType: "application/pdf",
  size: 48_213,
};
export const artifacts = (): T.OnboardingDetails => ({
  kind: "onboarding",
  artifacts: [
    artifact("applicant_profile", "applicant_profile", "profile", PROFILE),
    artifact("skeleton_timeline", "skeleton_timeline", "timeline", TIMELINE, 2),
    artifact("artifact_record-1", "artifact_record", "document", {
      file_url: FILE.storageUrl,
      name: FILE.name,
      status: "parsed",
      pages: 2,
      characters: 4_812,
      text: "Ines Okafor-Brandt\n".repeat(200),
    }),
  ],
  files: [FILE],
});

/** How the earlier forms were settled. */
export const FILLED: readonly T.FilledView[] = [
  { tool: "get_user_option", dataType: null, status: "ok", items: ["From a résumé"], notes: "" },
  { tool: "get_user_upload", dataType: null, status: "ok", items: [FILE.name], notes: "" },
  {
    tool: "submit_for_validation",
    dataType: "applicant_profile",
    status: "modified",
    items: ["basics.email", "languages.2.fluency"],
    notes: "",
  },
  {
    tool: "submit_for_validation",
    dataType: "skeleton_timeline",
    status: "rejected",
    items: [],
    notes: "The years at the hospital are {wrong} <b>here</b>.",
  },
];

/** The form of a state, or null. */
export function formOf(state: string, token: string): { form: T.FormView; lead: string } | null {
  const found = FORMS[state.replace("onboarding-", "")];
  return found ? { lead: found[1], form: { token, tool: found[0], kind: found[2], behind: state.endsWith("many") ? 2 : 0 } } : null;
}
/** The order in which forms come. */
export const ORDER = ["options", "upload", "profile", "timeline", "contact", "faults", "host"] as const;
