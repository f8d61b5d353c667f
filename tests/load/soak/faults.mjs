// Every way in which a model's server is known to fail, drawn by a seed, and what comes of asking it.
import {
  badGateway,
  broken,
  cut,
  empty,
  fails,
  malformed,
  overloaded,
  prose,
  rateLimited,
  schemaEchoed,
  slow,
  truncated,
} from "../../browser/upstream/faults.mjs";

/** A number below 1, from a seed that goes on with each (mulberry32, public domain). */
export function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 15), z | 1);
    z ^= z + Math.imul(z ^ (z >>> 7), z | 61);
    return ((z ^ (z >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Every way by its name: what the provider does to one call. */
export const FAULTS = {
  "429 without retry-after": rateLimited(),
  "429 with retry-after 1": rateLimited({ after: 1 }),
  500: broken(),
  "529 or 503": overloaded(),
  "502 in HTML": badGateway(),
  "cut stream": cut(300),
  "stream that ends in the middle": cut(300, { clean: true }),
  "200 with an error event": fails(),
  "connection reset": (call) => call.break(),
  "wrong content type": (call) =>
    call.refuse(200, "<html><body>Please log in to this network.</body></html>", { "content-type": "text/html" }),
  "malformed JSON": malformed(),
  "truncated JSON": truncated(),
  "schema in place of a value": schemaEchoed(),
  "empty reply": empty(),
  // Two questions: what works as one is taken as one.
  prose: prose("Well, that is a good point. Would you say so? And why would you, if I may ask?"),
  slow: slow({ bytes: 60, ms: 20 }),
};

/** Has a share of an upstream's calls fail, and counts how, in `tally`. */
export function failing(upstream, { share, seed, tally }) {
  const next = random(seed);
  const names = Object.keys(FAULTS);
  upstream.always(async (call) => {
    tally.calls += 1;
    if (next() >= share) return call.answer();
    const name = names[Math.floor(next() * names.length)];
    tally.faults[name] = (tally.faults[name] ?? 0) + 1;
    return FAULTS[name](call);
  });
}
