// The same in a page, bundled; the package itself is loaded as it is shipped.
import { interleave } from "../lib/measure.mjs";
import { cases } from "./judges.mjs";

globalThis.measure = async (schema, times, rounds) => {
  const { init, readReply } = await import(new URL("/pkg/dist/index.js", location.href).href);
  await init();
  // A page has no clock of its CPU time.
  return interleave(cases(schema, readReply, times), { rounds, warm: 4, clock: () => performance.now() });
};
