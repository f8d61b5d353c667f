// The service in Bun: `bun bun.mjs FOLDER [PORT]`.
import { openFileStore } from "colloquy/node";
import { interviews } from "./interviews.mjs";

const [folder = "sessions", port = "8080"] = Bun.argv.slice(2);
const answer = await interviews({ guide: "reflective", storage: await openFileStore(folder), limits: { questions: 3 } });
const server = Bun.serve({ hostname: "127.0.0.1", port: Number(port), fetch: answer });
console.log(`http://127.0.0.1:${server.port}`);
