// Defines `<colloquy-interview>`. Importing it twice, or beside another copy, is harmless; where there is no DOM it defines nothing.
import { ColloquyInterview } from "./element.js";

export { ColloquyInterview };
export type { ColloquyEvents, ColloquyInterviewElement } from "./public/element.js";

if (typeof customElements !== "undefined" && !customElements.get("colloquy-interview")) {
  customElements.define("colloquy-interview", ColloquyInterview);
}
