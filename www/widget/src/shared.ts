import { checkFile, pickContact, readContactCard } from "colloquy";
import { html, nothing } from "lit";
import { importAgain } from "../../../pkg/src/import-again.js";
import { icons } from "./icons.js";
import { hasForms, makeRoom } from "./kinds/index.js";
import type { Shared } from "./types.js";
import { adopt, count, grow, percent, readOnly, say, wordsIn } from "./ui.js";

/** What is handed over to the parts that are loaded lazily. */
export const shared: Shared = {
  html,
  nothing,
  importAgain,
  files: { checkFile, readContactCard, pickContact },
  makeRoom,
  hasForms,
  icons,
  adopt,
  count,
  percent,
  grow,
  readOnly,
  say,
  wordsIn,
};
