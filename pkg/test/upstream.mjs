// A proxy and the models behind it, as far as an interview sees them: three wire formats, and whatever goes wrong on purpose.
import { createServer } from "node:http";

const paths = { "/v1/messages": "anthropic", "/v1/chat/completions": "openai-chat", "/v1/responses": "openai-responses" };

/**
 * Writes a whole reply as the events of a dialect, its text in three pieces. With `call`, `{ id, name, arguments }`, the model calls
 * that tool behind the text, and has thought about it before.
 */
export function stream(dialect, text, { stop = "end", call } = {}) {
  const third = Math.ceil(text.length / 3);
  const pieces = [text.slice(0, third), text.slice(third, 2 * third), text.slice(2 * third)].filter(Boolean);
  const named = (type, more) => `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`;
  const plain = (value) => `data: ${JSON.stringify(value)}\n\n`;
  if (dialect === "anthropic") {
    const reason = call ? "tool_use" : stop === "end" ? "end_turn" : "max_tokens";
    const block = (index, content_block, deltas) => [
      named("content_block_start", { index, content_block }),
      ...deltas.map((delta) => named("content_block_delta", { index, delta })),
      named("content_block_stop", { index }),
    ];
    const thinking = block(0, { type: "thinking", thinking: "", signature: "" }, [
      { type: "thinking_delta", thinking: "Hm." },
      { type: "signature_delta", signature: "sealed" },
    ]);
    const used =
      call &&
      block(2, { type: "tool_use", id: call.id, name: call.name, input: {} }, [{ type: "input_json_delta", partial_json: call.arguments }]);
    const message = {
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: "m",
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens: 100, output_tokens: 1 },
    };
    return [
      named("message_start", { message }),
      ...(call ? thinking : []),
      ...block(
        call ? 1 : 0,
        { type: "text", text: "" },
        pieces.map((piece) => ({ type: "text_delta", text: piece })),
      ),
      ...(used ?? []),
      named("message_delta", { delta: { stop_reason: reason, stop_sequence: null }, usage: { output_tokens: 20 } }),
      named("message_stop", {}),
    ];
  }
  if (dialect === "openai-chat") {
    const chunk = (delta, finish_reason = null) =>
      plain({ id: "c", object: "chat.completion.chunk", model: "m", choices: [{ index: 0, delta, finish_reason }] });
    return [
      chunk({ role: "assistant", content: "" }),
      ...(call ? [chunk({ reasoning_content: "Hm." })] : []),
      ...pieces.map((content) => chunk({ content })),
      ...(call
        ? [
            chunk({ tool_calls: [{ index: 0, id: call.id, type: "function", function: { name: call.name, arguments: "" } }] }),
            chunk({ tool_calls: [{ index: 0, function: { arguments: call.arguments } }] }),
          ]
        : []),
      chunk({}, call ? "tool_calls" : stop === "end" ? "stop" : "length"),
      plain({
        id: "c",
        object: "chat.completion.chunk",
        model: "m",
        choices: [],
        usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
      }),
      "data: [DONE]\n\n",
    ];
  }
  const item = {
    id: "msg_1",
    type: "message",
    role: "assistant",
    status: "completed",
    content: [{ type: "output_text", text, annotations: [] }],
  };
  const thought = { id: "rs_1", type: "reasoning", summary: [], encrypted_content: "sealed" };
  const used = call && {
    id: "fc_1",
    type: "function_call",
    status: "completed",
    call_id: call.id,
    name: call.name,
    arguments: call.arguments,
  };
  const output = used ? [thought, item, used] : [item];
  const place = output.indexOf(item);
  const response = {
    id: "resp_1",
    object: "response",
    model: "m",
    status: "completed",
    output,
    usage: { input_tokens: 100, output_tokens: 20, total_tokens: 120 },
  };
  return [
    named("response.created", { response: { ...response, status: "in_progress", output: [], usage: null } }),
    ...(used ? [named("response.output_item.done", { output_index: 0, item: thought })] : []),
    named("response.output_item.added", { output_index: place, item: { ...item, status: "in_progress", content: [] } }),
    named("response.content_part.added", {
      item_id: "msg_1",
      output_index: place,
      content_index: 0,
      part: { type: "output_text", text: "", annotations: [] },
    }),
    ...pieces.map((delta) => named("response.output_text.delta", { item_id: "msg_1", output_index: place, content_index: 0, delta })),
    named("response.output_text.done", { item_id: "msg_1", output_index: place, content_index: 0, text }),
    named("response.output_item.done", { output_index: place, item }),
    ...(used ? [named("response.output_item.done", { output_index: 2, item: used })] : []),
    named("response.completed", { response }),
  ];
}

/**
 * Starts the server. `answers` is a list of functions `(call, response) => void`, each for one call; when it is empty, `otherwise`
 * answers. A call is `{ dialect, body, headers }`, the body parsed.
 */
export async function upstream(otherwise) {
  const state = { answers: [], calls: [], tokens: 0, refuseTokens: 0, cancelled: 0 };
  const server = createServer(async (request, response) => {
    const pieces = [];
    for await (const piece of request) pieces.push(piece);
    const body = JSON.parse(Buffer.concat(pieces).toString() || "{}");
    if (request.url === "/v1/token") {
      if (state.refuseTokens > 0) {
        state.refuseTokens -= 1;
        return fault(response, 403, "origin_not_allowed", "this page is not served here");
      }
      state.tokens += 1;
      return send(response, 200, { token: `token-${state.tokens}`, session: body.session, expires_in: 600 });
    }
    const call = { dialect: paths[request.url], body, headers: request.headers };
    state.calls.push(call);
    response.on("close", () => {
      if (!response.writableEnded) state.cancelled += 1;
    });
    await (state.answers.shift() ?? otherwise)(call, response);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const proxy = `http://127.0.0.1:${server.address().port}`;
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { ...state, state, proxy, close };
}

/** Answers with JSON. */
export function send(response, status, value, headers = {}) {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(value));
}

/** Answers as the proxy does when it refuses. */
export function fault(response, status, code, message, headers = {}) {
  send(response, status, { error: { type: "colloquy_proxy", code, message } }, headers);
}

/** Answers with a stream, event by event, each a piece of its own on the wire. */
export async function speak(response, events, { cutAt } = {}) {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const bytes = Buffer.from(events.join(""));
  const whole = cutAt === undefined ? bytes : bytes.subarray(0, cutAt);
  // Cut anywhere, in the middle of letters too.
  for (let from = 0; from < whole.length; from += 97) {
    response.write(whole.subarray(from, from + 97));
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (cutAt === undefined) response.end();
  else response.destroy();
}
