// The service in Deno: `deno run --allow-read --allow-write --allow-net --allow-sys deno.mjs FOLDER [PORT]`.
import { openFileStore } from "colloquy/node";
import { interviews } from "./interviews.mjs";

const [folder = "sessions", port = "8080"] = Deno.args;
const answer = await interviews({ guide: "reflective", storage: await openFileStore(folder), limits: { questions: 3 } });
const onListen = (at) => console.log(`http://127.0.0.1:${at.port}`);
Deno.serve({ hostname: "127.0.0.1", port: Number(port), onListen }, answer);
