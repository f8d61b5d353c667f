// What other apps share with this one, kept by the service worker until a page has asked what to do with it: in a cache of its own, for a
// day, and never more than a few things. Pages and the worker use this; it needs nothing that only one of them has.

/** Not one of the worker's own caches, which go with their build. */
const CACHE = "received";
/** Most things that wait, and how long they do, in milliseconds. */
const MOST = 5;
const KEPT_MS = 24 * 60 * 60 * 1000;
/** Most files of one thing, and bytes of them together; the engine's own limits are tighter, and explained where a file meets them. */
const MOST_FILES = 20;
const MOST_BYTES = 60_000_000;
/** Longest text and longest name, in UTF-16 units. */
const TEXT_CHARS = 1 << 20;
const NAME_CHARS = 200;
const LINK_CHARS = 2_000;

/** One thing that was shared, or one file that was opened. */
export interface Received {
  readonly id: string;
  /** When it came, in milliseconds since 1970. */
  readonly at: number;
  readonly title: string;
  readonly text: string;
  readonly url: string;
  readonly files: readonly { readonly name: string; readonly type: string }[];
  /** How many files were too many or too large together. */
  readonly left: number;
}

const folder = (): string => new URL("received/", location.href.split(/[?#]/)[0]).href;
const addressOf = (id: string, file?: number): string => `${folder()}${id}${file === undefined ? "" : `/${file}`}`;

/** Keeps what a form brings: `title`, `text`, `url` and `files`. The same `id` again takes the place of what was there. */
export async function keep(form: FormData, id: string = crypto.randomUUID()): Promise<void> {
  const text = (name: string, most: number) => {
    const value = form.get(name);
    return typeof value === "string" ? value.slice(0, most) : "";
  };
  const given = form.getAll("files").filter((one): one is File => typeof one !== "string" && one.size > 0);
  let bytes = 0;
  const files = given.slice(0, MOST_FILES).filter(({ size }) => size <= MOST_BYTES - bytes && (bytes += size) > 0);
  const thing: Received = {
    id,
    at: Date.now(),
    title: text("title", NAME_CHARS),
    text: text("text", TEXT_CHARS),
    url: text("url", LINK_CHARS),
    files: files.map(({ name, type }) => ({ name: name.slice(-NAME_CHARS), type: type.slice(0, NAME_CHARS) })),
    left: given.length - files.length,
  };
  if (!thing.title && !thing.text && !thing.url && given.length === 0) return;
  const others = (await list()).filter((one) => one.id !== id);
  // What waits is never pushed out: any page can send a form here.
  if (others.length >= MOST) throw new Error("as much as may wait is waiting");
  const cache = await caches.open(CACHE);
  try {
    for (const [place, file] of files.entries()) await cache.put(addressOf(id, place), new Response(file));
    // Last: a thing is there when all of it is.
    await cache.put(addressOf(id), new Response(JSON.stringify(thing)));
  } catch (error) {
    await remove(id);
    throw error;
  }
}

/** Lists what waits, oldest first; what has waited for too long is removed. */
export async function list(): Promise<Received[]> {
  // Opening it would make it.
  if (!(await caches.has(CACHE))) return [];
  const cache = await caches.open(CACHE);
  const things: Received[] = [];
  for (const { url } of await cache.keys()) {
    if (!url.startsWith(folder()) || url.slice(folder().length).includes("/")) continue;
    const thing = await (await cache.match(url))?.json().catch(() => undefined);
    if (thing) things.push(thing as Received);
  }
  const fresh = things.filter(({ at }) => Date.now() - at < KEPT_MS);
  for (const { id } of things) if (!fresh.some((one) => one.id === id)) await remove(id);
  return fresh.sort((one, other) => one.at - other.at);
}

/** Reads the files of a thing. */
export async function filesOf({ id, files }: Received): Promise<File[]> {
  const cache = await caches.open(CACHE);
  const read = files.map(async ({ name, type }, place) => {
    const blob = await (await cache.match(addressOf(id, place)))?.blob();
    return blob ? [new File([blob], name, { type })] : [];
  });
  return (await Promise.all(read)).flat();
}

/** Removes a thing with its files. */
export async function remove(id: string): Promise<void> {
  const cache = await caches.open(CACHE);
  const own = (await cache.keys()).filter(({ url }) => url === addressOf(id) || url.startsWith(`${addressOf(id)}/`));
  await Promise.all(own.map((request) => cache.delete(request)));
}

/** Removes everything. */
export async function clear(): Promise<void> {
  await caches.delete(CACHE);
}
