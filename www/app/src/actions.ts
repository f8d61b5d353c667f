// What can be done with a session from any page that lists or shows it.
import type { Library, Listed } from "colloquy";
import { messageOf } from "./engine.js";
import { SESSION_FILE_BYTES, bundle, save, unbundle } from "./files.js";
import { bytes, fileName } from "./format.js";
import type { Toast } from "./page.js";
import { p } from "./text.js";

type Say = (toast: Toast | string) => void;

/** Names a session for people. */
export function titleOf(session: Pick<Listed, "title" | "guideTitle">): string {
  return session.title || session.guideTitle || p.library.untitled;
}

/** Saves a session as a file that can be imported again. */
export async function exportSession(library: Library, session: Listed, say: Say): Promise<void> {
  await attempt(say, async () => {
    const name = fileName(titleOf(session), ".colloquy.json");
    save(name, await library.export(session.session), "application/json");
    say(p.actions.downloaded(name));
  });
}

/** Saves every session into one file. */
export async function exportAll(library: Library, sessions: readonly Listed[], say: Say): Promise<void> {
  await attempt(say, async () => {
    const texts: string[] = [];
    for (const { session } of sessions) texts.push(await library.export(session));
    const name = `colloquy-${new Date().toISOString().slice(0, 10)}.json`;
    save(name, bundle(texts), "application/json");
    say(p.actions.downloaded(name));
  });
}

/** Deletes a session and offers to bring it back from a copy in this page's memory. */
export async function deleteSession(library: Library, session: Listed, say: Say): Promise<boolean> {
  return attempt(say, async () => {
    const copy = await library.export(session.session);
    await library.remove(session.session);
    const title = titleOf(session);
    const undo = () =>
      void attempt(say, async () => {
        await library.import(copy);
        say(p.actions.restored(title));
      });
    say({ text: p.actions.deleted(title), action: { label: p.actions.undo, run: undo } });
  });
}

/** Which files the import button offers. */
export const SESSION_FILES = ".json,application/json";

/** Imports the sessions of files. */
export async function importFiles(library: Library, files: readonly File[], say: Say): Promise<void> {
  let imported = 0;
  for (const file of files) {
    const done = await attempt(
      say,
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
  if (imported > 0) say(p.actions.imported(imported));
}

/** Does something and says what went wrong, if anything did. */
export async function attempt(say: Say, act: () => Promise<void>, words = (why: string) => `${p.actions.failed} ${why}`): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    say({ text: words(messageOf(error)), stays: true });
    return false;
  }
}
