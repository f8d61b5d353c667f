// What is read of a document at most, by all readers.

/** Most bytes of a file; a résumé with pictures has a tenth of it. */
export const BYTES = 20_000_000;
/** Most UTF-16 units of its text, about 500 dense pages. */
export const CHARS = 1_000_000;
/** Most pages of a PDF. */
export const PAGES = 200;
