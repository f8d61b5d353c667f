// Keeps the app for use without a network. Every file of one version lies in one cache, so that a page never gets files of
// two versions; a new version waits until the respondent takes it or every tab is closed.
/// <reference lib="webworker" />

declare const VERSION: string;
declare const FILES: readonly string[];

const worker = self as unknown as ServiceWorkerGlobalScope;
const PREFIX = "colloquy-";
const CACHE = PREFIX + VERSION;
/** Too heavy for the first visit: kept from the moment in which somebody needs it. */
const LATER = "pdf-worker.js";

/** The page itself is kept under the folder's address: some hosts redirect `index.html`, and a redirected answer cannot open a page. */
const addressOf = (file: string) => new URL(file === "index.html" ? "./" : file, worker.registration.scope).href;

worker.addEventListener("install", (event) => {
  event.waitUntil(install());
});

worker.addEventListener("activate", (event) => {
  event.waitUntil(activate());
});

worker.addEventListener("message", (event) => {
  if (event.data === "activate") void worker.skipWaiting();
  if (event.data === "tidy") event.waitUntil(tidy());
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== worker.location.origin) return;
  event.respondWith(request.mode === "navigate" ? page(request, url) : file(request));
});

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  // `no-cache` asks the server whether the browser's copy is current: what the page loaded a moment ago is not sent twice.
  await cache.addAll(FILES.map((name) => new Request(addressOf(name), { cache: "no-cache" })));
}

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

/** Answers a navigation: the app's own page at once, anything else from the network. */
async function page(request: Request, url: URL): Promise<Response> {
  const cache = await caches.open(CACHE);
  const home = await cache.match(addressOf("index.html"));
  const own = new URL(worker.registration.scope).pathname;
  if (home && (url.pathname === own || url.pathname === `${own}index.html`)) return home;
  try {
    return await fetch(request);
  } catch (error) {
    if (home) return home;
    throw error;
  }
}

async function file(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request, { ignoreSearch: true });
  // A tab of an earlier version may ask for a file that only its own cache has.
  const found = kept ?? (await caches.match(request));
  if (found) return found;
  const response = await fetch(request);
  if (response.ok && request.url === addressOf(LATER)) await cache.put(request, response.clone());
  return response;
}
