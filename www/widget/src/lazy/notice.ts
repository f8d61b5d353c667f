import type { TemplateResult } from "lit";
import type { View } from "colloquy";
import type { Shared, Ui } from "../types.js";

/** The slash commands with what they do. */
const COMMANDS = [
  ["/skip", "cmdSkip"],
  ["/done", "cmdDone"],
  ["/pause", "cmdPause"],
  ["/quit", "cmdQuit"],
  ["/help", "cmdHelp"],
] as const;

/** What was wrong with what the respondent sent, and how it is done. */
export function explain({ html, say }: Shared, ui: Ui, view: View, notice: View["notice"]): TemplateResult {
  const words = ui.lazyWords;
  if (!notice) return html`<p>${words.nothingWritten}</p>`;
  if (notice.code === "answer_too_long") return html`<p>${say(ui, words.tooLong, { n: view.answerChars })}</p>`;
  return html`<p>${notice.code === "help" ? words.help : say(ui, words.unknownCommand, { value: notice.value.replace(/^\//, "") })}</p>
    <dl class="commands">${COMMANDS.map(([word, key]) => html`<div><dt dir="ltr">${word}</dt><dd>${words[key]}</dd></div>`)}</dl>`;
}
