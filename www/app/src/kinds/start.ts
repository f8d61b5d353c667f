// What the start pages of several kinds have in common.
import { p } from "../text.js";

const DOCUMENTS = "application/pdf,text/markdown,text/plain";

/** Which files the picker offers for notes. */
export const NOTE_FILES = ".md,.markdown,.mdown,.txt,.yaml,.yml,.json,.docx,.pdf,text/markdown,text/plain,application/pdf";
/** Which files the picker offers for a document of one's own. */
export const DOCUMENT_FILES = `.pdf,.docx,.md,.txt,${DOCUMENTS}`;

/** The place for notes, as most kinds have it. */
export const noteFiles = () => ({ drop: p.start.drop, choose: p.start.choose, accept: NOTE_FILES });
