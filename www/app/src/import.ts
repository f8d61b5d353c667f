// Bringing saved interviews in. A copy of one that is there already never comes in beside it without a word.
import type { Library, Listed } from "colloquy";
import { attempt, titleOf, type Notify } from "./actions.js";
import { chosenWay, type Way } from "./confirm.js";
import { SESSION_FILE_BYTES, unbundle } from "./files.js";
import { bytes, moment } from "./format.js";
import { p } from "./text.js";
import { RespondentError } from "./respondent-error.js";

/** Which files the import button offers. */
export const SESSION_FILES = ".json,application/json";

/** What a file has of its session, as far as it can be read without the engine. */
interface Copy {
  session: string;
  records: number;
  /** Its last record, in milliseconds since 1970. */
  updatedAt: number;
}

/**
 * Brings the sessions of files in, one file after the other until one fails. Returns them as they are stored, those that were there already
 * too; nothing where one was refused, or the respondent would rather not.
 */
export async function importFiles(library: Library, files: readonly File[], notify: Notify): Promise<readonly Listed[] | undefined> {
  let imported = 0;
  let left = false;
  const all: Listed[] = [];
  const same: string[] = [];
  for (const file of files) {
    const done = await attempt(
      notify,
      async () => {
        if (file.size > SESSION_FILE_BYTES) {
          throw new RespondentError(p.actions.tooLarge(file.name, bytes(file.size), bytes(SESSION_FILE_BYTES)));
        }
        for (const text of unbundle(await file.text())) {
          const brought = await bring(library, text);
          left ||= !brought;
          if (!brought) continue;
          all.push(brought.session);
          if (brought.same) same.push(brought.same);
          else imported += 1;
        }
      },
      (why) => `${p.actions.notImported(file.name)} ${why}`,
    );
    if (!done) return undefined;
  }
  const lines = [...same.map(p.actions.alreadyHere), ...(imported > 0 ? [p.actions.imported(imported)] : [])];
  if (lines.length > 0) notify(lines.join(" "));
  return left ? undefined : all;
}

/** Brings one session in, with its title where the same is there already; nothing where the respondent would rather not. */
async function bring(library: Library, text: string): Promise<{ session: Listed; same?: string } | undefined> {
  const copy = look(text);
  const there = copy && (await library.list()).find(({ session }) => session === copy.session);
  if (!copy || !there) return { session: await library.import(text) };
  if (copy.records === there.records && copy.updatedAt === there.updatedAt) {
    // Files of the session that are gone come back.
    return { session: await library.import(text), same: titleOf(there) };
  }
  const way = await chosenWay({ title: p.actions.twiceTitle, text: wordsFor(copy, there), ways: waysFor(there) });
  if (way === "replace") return { session: await replace(library, there, text) };
  return way === "both" ? { session: await library.import(text) } : undefined;
}

function wordsFor(copy: Copy, there: Listed): string {
  const newer = copy.updatedAt > there.updatedAt;
  return p.actions.twice(titleOf(there), moment(copy.updatedAt), moment(there.updatedAt), newer);
}

/** One that another tab writes is not taken from under it. */
function waysFor(there: Listed): readonly Way<"replace" | "both">[] {
  const both = { id: "both", label: p.actions.keepBoth, looks: "secondary" } as const;
  return there.openElsewhere ? [both] : [{ id: "replace", label: p.actions.replace, looks: "" }, both];
}

/** Puts a copy in the place of what is there, which comes back where that fails. */
async function replace(library: Library, there: Listed, text: string): Promise<Listed> {
  const before = await library.export(there.session);
  await library.remove(there.session);
  try {
    return await library.import(text);
  } catch (error) {
    await library.import(before);
    throw error;
  }
}

function look(text: string): Copy | undefined {
  try {
    const { session, records } = JSON.parse(text) as { session?: unknown; records?: { at?: unknown }[] };
    const updatedAt = Array.isArray(records) ? records.at(-1)?.at : undefined;
    if (typeof session !== "string" || !records || typeof updatedAt !== "number") return undefined;
    return { session, records: records.length, updatedAt };
  } catch {
    // The engine reports better what is wrong with it.
    return undefined;
  }
}
