// The recorded replies of real servers, by which the engine's own reader of replies is judged, through adapters: as bytes from a server, as
// chunks from an engine, and what they say as a function and a model of the AI SDK give it. `node adapter-streams.mjs`.
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { aiSdk } from "colloquy/ai-sdk";
import { openai } from "colloquy/openai";
import { askModel, init } from "colloquy";
import { aiSdkModel } from "./adapter-fakes.mjs";

await init();

/** Where the recordings are: beside this file when it is installed, else in the checkout. */
const folders = [new URL("./streams/", import.meta.url), new URL("../../tests/cases/streams/openai-chat/", import.meta.url)];
const names = async (folder) => (await readdir(folder)).filter((name) => name.endsWith(".txt"));
const folder = (await names(folders[0]).catch(() => [])).length > 0 ? folders[0] : folders[1];

let bytes;
const server = createServer((request, response) => {
  request.resume();
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (let from = 0; from < bytes.length; from += 53) response.write(bytes.subarray(from, from + 53));
  response.end();
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const posted = openai({ model: "a-model", baseUrl: `http://127.0.0.1:${server.address().port}` });

/** What askModel makes of a reply, in the words of the recordings. */
async function read(model) {
  const { attempts, error } = await askModel({ model, contract: "question", prompt: "Begin.", retries: 0 });
  if (error) return { failed: error.kind };
  const [{ text, stop, usage }] = attempts;
  return { text, stop, input: usage.inputTokens, output: usage.outputTokens, cached: usage.cachedTokens };
}

/** What is expected of it. */
function expectation(events) {
  const { done, failed } = events.at(-1);
  if (failed) return { failed: failed.kind };
  const { text, stop, usage } = done;
  return { text, stop, input: usage.input_tokens, output: usage.output_tokens, cached: usage.cached_tokens ?? 0 };
}

/** The chunks of a stream, where it is one whose lines are whole. */
function chunksOf(text) {
  try {
    const lines = text.split(/\r\n|\n|\r/).filter((line) => line.startsWith("data:"));
    return lines
      .map((line) => line.slice(5).trim())
      .filter((data) => data !== "[DONE]")
      .map((data) => JSON.parse(data));
  } catch {
    return [];
  }
}

const counted = { bytes: 0, chunks: 0, pieces: 0 };
for (const name of await names(folder)) {
  bytes = await readFile(new URL(name, folder));
  const events = JSON.parse(await readFile(new URL(name.replace(/txt$/, "json"), folder), "utf8"));
  const expected = expectation(events);
  assert.deepEqual(await read(posted), expected, name);
  counted.bytes += 1;
  const chunks = chunksOf(bytes.toString());
  // Whether a stream of chunks was whole is known by the reason for which it stopped, as there is no other mark.
  if (chunks.some(({ choices, error }) => error || choices?.some(({ finish_reason, error }) => finish_reason || error))) {
    const create = async () => ReadableStream.from(chunks);
    assert.deepEqual(
      await read(openai({ model: "a-model", engine: { chat: { completions: { create } } } })),
      expected,
      `${name}, as chunks`,
    );
    counted.chunks += 1;
  }
  const { done } = events.at(-1);
  if (!done) continue;
  const { text, stop, usage, tool_calls: calls = [] } = done;
  const [inputTokens, outputTokens, cachedTokens] = [usage.input_tokens, usage.output_tokens, usage.cached_tokens ?? 0];
  const own = {
    name: "own",
    async *call() {
      yield* text.match(/.{1,5}/gsu) ?? [];
      for (const { id, name, arguments: given } of calls) yield { toolCall: { id, name, arguments: given } };
      yield { stop };
      yield { usage: { inputTokens, outputTokens, cachedTokens } };
    },
  };
  assert.deepEqual(await read(own), expected, `${name}, as pieces`);
  for (const version of ["v2", "v3", "v4"]) {
    const reason = { end: "stop", max_tokens: "length", tool_use: "tool-calls", refusal: "content-filter" }[stop];
    const [first] = calls;
    const call = first && { ...first, arguments: JSON.stringify(first.arguments) };
    const script = { text: text.match(/.{1,5}/gsu) ?? [], call, stop: reason, usage: [inputTokens, outputTokens] };
    const { model } = aiSdkModel(version, () => script);
    assert.deepEqual(await read(aiSdk(model)), { ...expected, cached: 0 }, `${name}, as AI SDK ${version}`);
  }
  counted.pieces += 1;
}

server.close();
console.log(`adapter streams: ${JSON.stringify(counted)}, all passed`);
