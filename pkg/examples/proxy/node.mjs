// The proxy in Node: `node node.mjs [PORT]`.
import { createServer } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { policy } from "./policy.mjs";

// Behind a server in front, the client is in a header that this server sets, and nobody else may reach this one.
const proxy = policy(process.env, (_request, { remoteAddress }) => remoteAddress);

/** A request as browsers and workers have it; `signal` aborts when the client leaves. */
function requestOf(incoming, signal) {
  const headers = new Headers();
  for (let at = 0; at < incoming.rawHeaders.length; at += 2) headers.append(incoming.rawHeaders[at], incoming.rawHeaders[at + 1]);
  const { method, url } = incoming;
  const body = method === "GET" || method === "HEAD" ? {} : { body: Readable.toWeb(incoming), duplex: "half" };
  return new Request(`http://localhost${url}`, { method, headers, signal, ...body });
}

const server = createServer(async (incoming, outgoing) => {
  const left = new AbortController();
  outgoing.on("close", () => left.abort());
  try {
    const response = await proxy(requestOf(incoming, left.signal), incoming.socket);
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    if (response.body) await pipeline(Readable.fromWeb(response.body), outgoing);
    else outgoing.end();
  } catch (error) {
    // A response that broke off ends without its end, so that the page sees it.
    if (outgoing.headersSent) return outgoing.destroy();
    console.error(error);
    outgoing.writeHead(500).end();
  }
});
const [port = "8787"] = process.argv.slice(2);
server.listen(Number(port), "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`));
