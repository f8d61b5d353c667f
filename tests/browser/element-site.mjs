// A plain page with the built package beside it, as a host lays it out who unpacked the tarball.
import { cp } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { folder, open } from "./harness/index.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const built = resolve(here, process.env.PACKAGE_DIST ?? "../../pkg/dist");

/** The folder with the page and the package, for a server of a test's own. */
export const root = await folder("site");
await cp(join(here, "element-page"), root, { recursive: true });
await cp(built, join(root, "colloquy"), { recursive: true });

/** Opens the plain page with these attributes of the element; `options` are the harness's. */
export function openElement(attributes = {}, options = {}) {
  return open(addressOf(attributes), { root, ...options });
}

/** The address of the plain page with these attributes of the element. */
export const addressOf = (attributes = {}) => `/?${new URLSearchParams({ guide: "reflective", ...attributes })}`;

/** Agrees, and waits until the first question can be answered. */
export async function begin(page) {
  await page.click("button", "Agree and begin");
  return openQuestion(page, 1);
}

/** Waits until question `number` is open and can be answered, and gives its text. */
export async function openQuestion(page, number) {
  await page.waitFor(
    (wanted) => {
      const view = element.interview?.view;
      const open = view?.phase === "answering" && view.question?.number === wanted && view.can.answer;
      return open && element.shadowRoot.querySelector(`.log [data-question="${wanted}"]`);
    },
    { args: [number] },
  );
  return page.evaluate(() => element.interview.view.question.text);
}

/** Waits until everything submitted is stored, or known not to be. A store that is only slow reports later. */
export const stored = (page) =>
  page.waitFor(() => {
    const { state, reason } = element.interview.view.saving;
    return state !== "saving" && reason !== "silent";
  });

/** Waits until the unsent text is in the store, which takes less than a second. */
export const draftStored = (page) =>
  page.waitFor(async () => {
    const { openLibrary } = await import("./colloquy/index.js");
    const library = await openLibrary();
    const { session } = element.interview.view;
    const listed = (await library.list()).find((one) => one.session === session);
    library.close();
    return listed?.draftAt >= typedAt;
  });

/** Answers the open question with the pointer, as a person would, and waits until that is taken. */
export async function answer(page, text) {
  const before = await page.evaluate(() => element.interview.view.exchanges);
  await page.fill("textbox", "Your answer", text);
  await page.click("button", "Send");
  await page.waitFor((count) => element.interview?.view.exchanges > count, { args: [before] });
}

/** Waits for a phase. */
export const phase = (page, wanted) => page.waitFor((name) => element.interview?.view.phase === name, { args: [wanted] });
