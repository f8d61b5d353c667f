import { checkFile, init, pickContact, readContactCard } from "colloquy";
import { html, nothing } from "lit";
import { icons } from "./icons.js";
import { count, grow, readOnly, say } from "./ui.js";

/** Spelled out: inferred, `nothing` would be any symbol. */
export interface Kit {
  readonly html: typeof html;
  readonly nothing: typeof nothing;
  /** Loads what writes transcripts, unless it is there: before every export. */
  readonly whole: () => Promise<void>;
  /** What looks at files and reads contact cards; each loads what it needs with the first call. */
  readonly files: { readonly checkFile: typeof checkFile; readonly readContactCard: typeof readContactCard; readonly pickContact: typeof pickContact };
  readonly icons: typeof icons;
  readonly count: typeof count;
  readonly grow: typeof grow;
  readonly readOnly: typeof readOnly;
  readonly say: typeof say;
}

/**
 * What the parts that are loaded later need of this bundle. They get it handed over and import nothing but types of it: an import
 * would make the bundler cut the shared half, Lit included, into a third file that every page waits for.
 */
export const kit: Kit = { html, nothing, whole: () => init(), files: { checkFile, readContactCard, pickContact }, icons, count, grow, readOnly, say };
