// The service at Cloudflare: `npx colloquy copy files --modules`, then `npx wrangler dev`. One Durable Object has all sessions here; one for
// each respondent, by `idFromName`, is as good.
//
// Nothing may be compiled there while it runs: `files.js` imports the engine, which is compiled when the worker is put in place.
import { DurableObject } from "cloudflare:workers";
import { init } from "colloquy";
import { durableStore } from "./durable-store.mjs";
import * as files from "./files/files.js";
import { interviews } from "./interviews.mjs";

export class Interviews extends DurableObject {
  #answer;

  async fetch(request) {
    this.#answer ??= init({ ...files, engineOnly: true }).then(() =>
      interviews({ guide: "reflective", storage: durableStore(this.ctx.storage), limits: { questions: 3 } }),
    );
    return (await this.#answer)(request);
  }
}

export default {
  fetch: (request, { INTERVIEWS }) => INTERVIEWS.get(INTERVIEWS.idFromName("all")).fetch(request),
};
