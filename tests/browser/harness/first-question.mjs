// Opens an address in Chromium with an empty cache and waits until the first question can be answered:
//   first-question.mjs ADDRESS
// For `cargo xtask bench size`, whose server writes down what was asked for.
import { launch, shutdown } from "./chromium.mjs";
import { Page } from "./page.mjs";

const address = new URL(process.argv[2]);
const settings = { viewport: { width: 1280, height: 800 }, colorScheme: "light", reducedMotion: true };
const page = new Page(launch, settings, { origin: address.origin });
await page.start(address.pathname + address.search);
const consent = { role: "button", name: /^(I agree|Agree|Begin|Start)/ };
const patience = 60_000;
for (const end = Date.now() + patience; ; ) {
  if ((await page.find("textbox", "Your answer")).some((box) => !box.disabled)) break;
  const [button] = await page.find(consent.role, consent.name);
  if (button && !button.disabled) await page.click(consent.role, button.name);
  if (Date.now() > end) {
    console.error([`no box to answer in after ${patience} ms`, ...(await page.tree()), ...page.problems()].join("\n"));
    process.exit(1);
  }
  await new Promise((next) => setTimeout(next, 50));
}
console.log(await page.text("[role=log]"));
await page.close();
await shutdown();
