// What the readers of documents hand back, and how they refuse.
import type { DocumentIssue } from "./types.js";

/** @internal Thrown by the readers for a document that cannot be read at all. */
export class Refused extends Error {
  constructor(readonly issue: DocumentIssue) {
    super(issue);
  }
}

/** @internal What a reader found, before it is held to the bounds that all have in common. */
export interface Found {
  text: string;
  pages?: number;
  emptyPages?: number[];
  issues?: DocumentIssue[];
}
