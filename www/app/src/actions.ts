// What can be done with a session from any page that lists or shows it.
import type { FileRef, Library, Listed } from "colloquy";
import { bundle, save, saveBlob } from "./files.js";
import { fileName } from "./format.js";
import type { Toast } from "./page.js";
import { problemOf } from "./problem.js";
import { RespondentError } from "./respondent-error.js";
import { p } from "./text.js";

/** Shows a short message. */
export type Notify = (toast: Toast | string) => void;

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

/** Saves a file that was handed in. Throws words for the reader where it is no longer here. */
export async function saveHandedIn(
  library: Library | undefined,
  session: string,
  { storageUrl, name }: Pick<FileRef, "storageUrl" | "name">,
): Promise<void> {
  const blob = await library?.file(session, storageUrl);
  if (!blob) throw new RespondentError(p.results.fileGone(name));
  saveBlob(name, blob);
}

/** Deletes a session and offers to bring it back from a copy in this page's memory. */
export async function deleteSession(library: Library, session: Listed, notify: Notify): Promise<boolean> {
  return attempt(notify, async () => {
    const copy = await library.export(session.session);
    // Whoever never ticked a next step does not miss what keeps them.
    const ticks = await import("./ticks.js").catch(() => undefined);
    const done = ticks?.ticksOf(session.session) ?? new Set();
    await library.remove(session.session);
    if (done.size > 0) ticks?.keepTicks(session.session, new Set());
    const title = titleOf(session);
    const undo = () =>
      void attempt(notify, async () => {
        await library.import(copy);
        if (done.size > 0) ticks?.keepTicks(session.session, done);
        notify(p.actions.restored(title));
      });
    notify({ text: p.actions.deleted(title), action: { label: p.actions.undo, run: undo } });
  });
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
    const { text, detail } = problemOf(error);
    notify({ text: words(text), ...(detail && { detail }), stays: true });
    return false;
  }
}
