// The service in a service worker: the pages of a site ask it as they would ask a server, and sessions are in the browser's database.
//
// A service worker loads nothing while it runs, so it is bundled into one file: `npx esbuild service-worker.js --bundle --format=iife
// --outfile=public/service-worker.js`, and `npx colloquy copy public/colloquy` brings what it fetches.
import { init } from "colloquy";
import { interviews } from "./interviews.mjs";

let ready;
async function answer(request) {
  ready ??= init({ baseUrl: new URL("colloquy/", self.registration.scope), engineOnly: true }).then(() =>
    interviews({ guide: "reflective", limits: { questions: 3 } }),
  );
  try {
    return (await ready)(request);
  } catch (error) {
    // The next request asks for the files again.
    ready = undefined;
    return Response.json({ code: error.code ?? "failed" }, { status: 503 });
  }
}

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (origin === self.location.origin && pathname.startsWith("/interviews")) event.respondWith(answer(event.request));
});
