// What can be done with a session from any page that lists or shows it.
import type { Library, Listed } from "colloquy";
import { messageOf } from "./engine.js";
import { SESSION_FILE_BYTES, bundle, save, unbundle } from "./files.js";
import { bytes, fileName } from "./format.js";
import type { Toast } from "./page.js";
import { p } from "./text.js";

type Notify = (toast: Toast | string) => void;

/** Names a session for people. */
export function titleOf(session: Pick<Listed, "title" | "guideTitle">): string {
  return session.title || session.guideTitle || p.library.untitled;
}

/** Saves a session as a file that can be imported again. */
export async function exportSession(library: Library, session: Listed, notify: Notify): Promise<void> {
  await attempt(notify, async () => {
    const name = fileName(titleOf(session), ".colloquy.json");
    save(name, await library.export(session.session), "application/json");
    notify(p.actions.downloaded(name));
  });
}

/** Saves every session into one file. */
export async function exportAll(library: Library, sessions: readonly Listed[], notify: Notify): Promise<void> {
  await attempt(notify, async () => {
    const texts: string[] = [];
    for (const { session } of sessions) texts.push(await library.export(session));
    const name = `colloquy-${new Date().toISOString().slice(0, 10)}.json`;
    save(name, bundle(texts), "application/json");
    notify(p.actions.downloaded(name));
  });
}

/** Deletes a session and offers to bring it back from a copy in this page's memory. */
export async function deleteSession(library: Library, session: Listed, notify: Notify): Promise<boolean> {
  return attempt(notify, async () => {
    const copy = await library.export(session.session);
    await library.remove(session.session);
    const title = titleOf(session);
    const undo = () =>
      void attempt(notify, async () => {
        await library.import(copy);
        notify(p.actions.restored(title));
      });
    notify({ text: p.actions.deleted(title), action: { label: p.actions.undo, run: undo } });
  });
}

/** Which files the import button offers. */
export const SESSION_FILES = ".json,application/json";

/** Imports the sessions of files. */
export async function importFiles(library: Library, files: readonly File[], notify: Notify): Promise<void> {
  let imported = 0;
  for (const file of files) {
    const done = await attempt(
      notify,
      async () => {
        if (file.size > SESSION_FILE_BYTES) {
          throw new Error(p.actions.tooLarge(file.name, bytes(file.size), bytes(SESSION_FILE_BYTES)));
        }
        for (const text of unbundle(await file.text())) {
          await library.import(text);
          imported += 1;
        }
      },
      (why) => `${p.actions.notImported}: ${file.name}. ${why} ${p.actions.importHint}`,
    );
    if (!done) return;
  }
  if (imported > 0) notify(p.actions.imported(imported));
}

/** Does something and reports what went wrong, if anything did. */
export async function attempt(
  notify: Notify,
  act: () => Promise<void>,
  words = (why: string) => `${p.actions.failed} ${why}`,
): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    notify({ text: words(messageOf(error)), stays: true });
    return false;
  }
}
