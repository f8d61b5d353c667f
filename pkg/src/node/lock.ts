// One process at a time has a folder. Node has no locks of the system's, so there is a file that says who, and that is touched while it holds.
import { link, open, readFile, rename, rm, stat, utimes } from "node:fs/promises";
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { kill, pid } from "node:process";
import { ColloquyError } from "colloquy";

/** Who has a folder. */
interface Holder {
  token: string;
  pid: number;
  host: string;
}

/** How often a held lock is touched, in milliseconds. */
const TOUCH_MS = 3_000;
/** How long a lock of another computer or container must be seen untouched before it is taken for left behind, in milliseconds. */
const STALE_MS = 10_000;
/** Wait between two looks at such a lock, in milliseconds. */
const LOOK_MS = 500;

/** The locks of this process, of all copies of this module. */
const held = ((globalThis as { [key: symbol]: unknown })[Symbol.for("colloquy.locks")] ??= new Set<string>()) as Set<string>;

/** A folder that this process has. */
export interface Lock {
  /** True while nobody else has taken it for left behind, as may happen to a process that stood still. */
  holds(): Promise<boolean>;
  release(): Promise<void>;
}

/** Becomes the one that has a folder, whose lock is the file `path`. Rejects with `storage_in_use` while somebody else has it. */
export async function acquire(path: string): Promise<Lock> {
  const token = randomUUID();
  let seen: number | undefined;
  for (let waited = 0; ; ) {
    if (await written(path, { token, pid, host: hostname() })) break;
    const found = await look(path);
    if (!found) continue;
    const { holder, touched } = found;
    const here = holder?.host === hostname();
    if (holder && (held.has(holder.token) || (here && holder.pid !== pid && alive(holder.pid)))) throw inUse(path, holder);
    // Of this computer, and nobody is there: what was killed left it behind. A process of the same number is this one, begun anew.
    if (here || waited >= STALE_MS) {
      await putAside(path, found.text, token);
      continue;
    }
    if (seen !== undefined && touched !== seen) throw inUse(path, holder);
    seen = touched;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    waited += LOOK_MS;
  }
  held.add(token);
  const touch = setInterval(() => {
    const now = Date.now() / 1000;
    utimes(path, now, now).catch(() => undefined);
  }, TOUCH_MS) as unknown as { unref?(): void };
  // Nobody's store should keep a process alive.
  touch.unref?.();
  const holds = async () => held.has(token) && (await look(path))?.holder?.token === token;
  const release = async () => {
    clearInterval(touch as unknown as number);
    const ours = await holds();
    held.delete(token);
    if (ours) await rm(path, { force: true });
  };
  return { holds, release };
}

/** Writes a lock where there is none; false where there is one. */
async function written(path: string, holder: Holder): Promise<boolean> {
  try {
    const file = await open(path, "wx", 0o600);
    try {
      await file.writeFile(JSON.stringify(holder));
    } finally {
      await file.close();
    }
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === "EEXIST") return false;
    throw error;
  }
}

/** Reads a lock; nothing where there is none any more. One that is being written has no holder yet. */
async function look(path: string): Promise<{ text: string; holder: Holder | undefined; touched: number } | undefined> {
  try {
    const [text, { mtimeMs }] = await Promise.all([readFile(path, "utf8"), stat(path)]);
    const holder = text.endsWith("}") ? (JSON.parse(text) as Holder) : undefined;
    return { text, holder, touched: mtimeMs };
  } catch (error) {
    if ((error as { code?: string }).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Takes away the lock that has this text. Where another process did so at the same time and has locked anew, its lock is put back. */
async function putAside(path: string, text: string, token: string): Promise<void> {
  const aside = `${path}.${token}`;
  try {
    await rename(path, aside);
    if ((await readFile(aside, "utf8")) !== text) await link(aside, path);
  } catch {
    // Somebody was faster, and the next look shows who.
  }
  await rm(aside, { force: true });
}

function alive(process: number): boolean {
  try {
    return kill(process, 0);
  } catch (error) {
    // It is there, and somebody else's.
    return (error as { code?: string }).code === "EPERM";
  }
}

function inUse(path: string, holder: Holder | undefined): ColloquyError {
  const who = holder ? `process ${holder.pid} of ${holder.host}` : "another process";
  return new ColloquyError("storage_in_use", `${who} has this folder: give each process one of its own, or end that one (lock: ${path})`);
}
