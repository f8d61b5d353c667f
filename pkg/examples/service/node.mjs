// The service in Node: `node node.mjs FOLDER [PORT]`. Sessions are in the folder, and outlive the process.
import { createServer } from "node:http";
import { openFileStore } from "colloquy/node";
import { interviews } from "./interviews.mjs";

const [folder = "sessions", port = "8080"] = process.argv.slice(2);
const answer = await interviews({ guide: "reflective", storage: await openFileStore(folder), limits: { questions: 3 } });

const server = createServer(async (incoming, outgoing) => {
  try {
    const chunks = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const body = incoming.method === "POST" ? { method: "POST", body: Buffer.concat(chunks) } : {};
    const response = await answer(new Request(new URL(incoming.url, "http://localhost"), body));
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(await response.text());
  } catch (error) {
    console.error(error);
    outgoing.writeHead(500).end();
  }
});
server.listen(Number(port), "127.0.0.1", () => console.log(`http://127.0.0.1:${server.address().port}`));
