// A plugin of TypeDoc: calls each module what hosts import it by, which is also where its pages stand.
import { Converter } from "typedoc";

const NAMES = {
  index: "colloquy",
  "node.entry": "colloquy/node",
  "openai.entry": "colloquy/openai",
  "ai-sdk.entry": "colloquy/ai-sdk",
  "chrome.entry": "colloquy/chrome",
  "proxy.entry": "colloquy/proxy",
};

/** Called by TypeDoc. */
export function load(app) {
  app.converter.on(Converter.EVENT_RESOLVE_END, (context) => {
    for (const module of context.project.children ?? []) {
      const name = NAMES[module.name];
      if (!name) throw new Error(`${module.name} is an entry point that has no name here`);
      module.name = name;
    }
  });
}
