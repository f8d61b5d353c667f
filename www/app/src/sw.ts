// Keeps the app for use without a network, a build's files together:
// - A build is kept whole or not at all: each file is held to its digest, so that an update while files are being put in place on the
//   server is not taken, and tried again later.
// - Every file of one build lies in one cache, and a tab goes on with the build that it began with, whichever worker is in charge. A new
//   build waits until the respondent takes it or every tab is closed.
// - Guides in other languages than English are kept from the first visit in their language: those of one language, all at once. They are held to
//   no digest, which every visit would pay for: a guide is whole in itself, and engines read those of any build.
// - What other apps share comes as a form that is sent to the page, and is kept here until the page has asked what to do with it.
/// <reference lib="webworker" />
import { keep as keepReceived } from "./received/store.js";

declare const VERSION: string;
/** The digest of each file's content, by its name; empty for a page, which a host may change on its way. */
declare const FILES: Readonly<Record<string, string>>;
/** The languages that the guides are translated into. */
declare const LANGUAGES: readonly string[];

const worker = self as unknown as ServiceWorkerGlobalScope;
const PREFIX = "colloquy-";
const CACHE = PREFIX + VERSION;
/** Too heavy for the first visit: kept from the moment in which somebody needs it. */
const LATER = "pdf-worker.js";
/** Names with a digest of what the file holds: they are right whichever build has them. */
const BY_CONTENT = /-[0-9A-Z]{8}\.js$|_[0-9a-f]{8,}\.wasm$/;

/** The page itself is kept under the folder's address: some hosts redirect `index.html`, and a redirected answer cannot open a page. */
const addressOf = (file: string) => new URL(file === "index.html" ? "./" : file, worker.registration.scope).href;

/** The addresses of all guides in a language. */
const guidesIn = (language: string) =>
  Object.keys(FILES).flatMap((file) => (file.startsWith("guides/") ? addressOf(file.replace(/json$/, `${language}.json`)) : []));

/** The caches that tabs began with, by the ids of their clients, as far as this worker has looked at their notes. */
const begunWith = new Map<string, string>();
/** Where it is noted in a cache that a tab began with it: a worker may be stopped and started in between. */
const noteOf = (client: string) => addressOf(`.tabs/${client}`);

worker.addEventListener("install", (event) => {
  event.waitUntil(install());
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(activate());
});

worker.addEventListener("message", (event) => {
  if (event.data === "activate") void worker.skipWaiting();
  if (event.data === "tidy") event.waitUntil(tidy());
  if (LANGUAGES.includes(event.data?.language)) event.waitUntil(keep(guidesIn(event.data.language)));
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (isShare(request, url)) return event.respondWith(share(request));
  if (request.method !== "GET" || url.origin !== worker.location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(event, url));
  else event.respondWith(file(request, event.clientId));
});

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  // `no-cache` asks the server whether the browser's copy is current: what the page loaded a moment ago is not sent twice.
  const requests = Object.entries(FILES).map(([name, integrity]) => new Request(addressOf(name), { cache: "no-cache", integrity }));
  for (const addresses of LANGUAGES.map(guidesIn)) {
    // A language that the build before has is not lost with it.
    if (await caches.match(addresses[0] ?? "")) requests.push(...addresses.map(current));
  }
  await cache.addAll(requests);
}

/** Keeps the guides of a language, unless they are kept already; without a network they are asked for at the next visit. */
async function keep(addresses: readonly string[]): Promise<void> {
  const cache = await caches.open(CACHE);
  if (await cache.match(addresses[0] ?? "")) return;
  await cache.addAll(addresses.map(current)).catch(() => undefined);
}

const current = (address: string) => new Request(address, { cache: "no-cache" });

async function activate(): Promise<void> {
  await tidy();
  // The tab of the first visit works offline at once; later versions come with a reload anyway.
  await worker.clients.claim();
}

/** Deletes earlier versions, unless another tab may still ask for their files. */
async function tidy(): Promise<void> {
  const tabs = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (tabs.length > 1) return;
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(PREFIX) && name !== CACHE).map((name) => caches.delete(name)));
}

/** True for the form of the manifest's `share_target`. */
const isShare = ({ method }: Request, { href }: URL) =>
  method === "POST" && href === new URL("?view=shared", worker.registration.scope).href;

/** Keeps what was shared and leads to the page that shows it; nothing of it is used before the person there has chosen. */
async function share(request: Request): Promise<Response> {
  // The system that shares has no address; another site that sends this form has, unless it hides it.
  const from = URL.canParse(request.referrer) ? new URL(request.referrer) : undefined;
  const foreign = from?.protocol.startsWith("http") && from.origin !== worker.location.origin;
  const kept = await (foreign ? Promise.reject(new Error("sent by another site")) : request.formData())
    .then((form) => keepReceived(form))
    .then(
      () => "",
      () => "&lost",
    );
  return Response.redirect(new URL(`?view=shared${kept}`, worker.registration.scope).href, 303);
}

/** Answers a navigation: the app's own page at once, anything else from the network. */
async function page(event: FetchEvent, url: URL): Promise<Response> {
  const { request, resultingClientId } = event;
  const cache = await caches.open(CACHE);
  const home = await cache.match(addressOf("index.html"));
  const own = new URL(worker.registration.scope).pathname;
  if (home && (url.pathname === own || url.pathname === `${own}index.html`)) {
    begunWith.set(resultingClientId, CACHE);
    event.waitUntil(cache.put(noteOf(resultingClientId), new Response()).catch(() => undefined));
    return home;
  }
  try {
    return await fetch(request);
  } catch (error) {
    if (home) return home;
    throw error;
  }
}

/** Finds the cache that a tab began with; the newest for one that began without a worker. */
async function cacheOf(client: string): Promise<string> {
  const known = begunWith.get(client);
  if (known) return known;
  let found = CACHE;
  for (const name of await caches.keys()) {
    if (name.startsWith(PREFIX) && (await caches.match(noteOf(client), { cacheName: name }))) found = name;
  }
  begunWith.set(client, found);
  return found;
}

async function file(request: Request, client: string): Promise<Response> {
  const name = await cacheOf(client);
  // Asked by name: opening a cache that was deleted would make it again.
  const kept = await caches.match(request, { cacheName: name, ignoreSearch: true });
  // What is named after its content is the same in any build.
  const found = kept ?? (BY_CONTENT.test(new URL(request.url).pathname) ? await caches.match(request) : undefined);
  if (found) return found;
  const response = await fetch(request);
  if (response.ok && name === CACHE && request.url === addressOf(LATER)) await (await caches.open(CACHE)).put(request, response.clone());
  return response;
}
