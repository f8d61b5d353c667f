/** Marks that fonts of symbols draw as bullets, in the private area where such fonts keep them. */
const PRIVATE_BULLETS = /[\uF0B7\uF0A7\uF0D8\uF0FC\uF076\uF0A8]/g;
// eslint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200B\u2060\uFEFF]/g;

/** @internal Takes out what is in a document's text for its layout only, and leaves at most one blank line in a row. */
export function clean(text: string): string {
  return text
    .normalize("NFC")
    .replace(PRIVATE_BULLETS, "•")
    .replace(/\u00AD\n?/g, "")
    .replace(/[\u00A0\u2000-\u200A\u202F\u205F]/g, " ")
    .replace(/[\u2028\u2029\f\v]/g, "\n")
    .replace(CONTROLS, "")
    .replace(/[ \t]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .replace(/^\n+|\n+$/g, "");
}
