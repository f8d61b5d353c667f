import { html, nothing } from "lit";
import * as icons from "./icons.js";
import { count, grow, readOnly, say } from "./ui.js";

/**
 * What the parts that are loaded later need of this bundle. They get it handed over and import nothing but types of it: an import
 * would make the bundler cut the shared half, Lit included, into a third file that every page waits for.
 */
export const kit = { html, nothing: nothing as typeof nothing, icons, count, grow, readOnly, say };

/** The type of the kit. */
export type Kit = typeof kit;
