// The model's server refuses the conversations that providers refuse, so that every interview that goes through it had none of them.
// In one browser: how it is led is decided by the engine and the proxy.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sealOf, wrongChat, wrongMessages, wrongResponses } from "./upstream/history.mjs";

const user = (...content) => ({ role: "user", content });
const model = (...content) => ({ role: "assistant", content });
const text = (words) => ({ type: "text", text: words });
const call = (id) => ({ type: "tool_use", id, name: "analyze", input: {} });
const result = (id) => ({ type: "tool_result", tool_use_id: id, content: "{}" });
const messages = (list, tools = [{ name: "analyze" }]) => wrongMessages({ messages: list, tools });

test("Anthropic Messages", () => {
  const asked = [user(text("Begin.")), model(call("a"), call("b"))];
  assert.equal(messages([...asked, user(result("a"), result("b"), text("And now?"))]), undefined);
  assert.equal(messages([user(text("Begin."))], []), undefined);
  for (const [list, said] of [
    [[...asked, user(result("a"))], /without `tool_result` blocks immediately after: b/],
    [[...asked, user(text("And now?"))], /without `tool_result`.*: a, b/],
    [[...asked, user(result("a"), result("b"), result("a"))], /multiple `tool_result` blocks with id: a/],
    [[user(text("Begin.")), model(text("Yes?")), user(result("a"))], /unexpected `tool_use_id`.*: a/],
    [[...asked, user(text("First."), result("a"), result("b"))], /must come before/],
    [[...asked, user(result("a"), result("b")), model(call("a")), user(result("a"))], /must be unique/],
    [asked, /must end with a user message/],
    [[model(text("Hello."))], /first message/],
    [[user(text(" "))], /non-whitespace/],
    [[user(text("Begin.")), model(call("a.b")), user(result("a.b"))], /should match pattern/i],
    [[user(text("Begin.")), model({ ...call("a"), input: "half" }), user(result("a"))], /dictionary/],
    [[user(text("Begin.")), model({ type: "thinking", thinking: "Hm.", signature: "made up" }, call("a")), user(result("a"))], /signature/],
  ])
    assert.match(messages(list) ?? "nothing", said);
  assert.match(messages([...asked, user(result("a"), result("b"))], []), /must define tools/);
  const thought = { type: "thinking", thinking: "Hm.", signature: sealOf("Hm.") };
  assert.equal(messages([user(text("Begin.")), model(thought, call("a")), user(result("a"))]), undefined);
});

test("OpenAI Chat Completions", () => {
  const said = { role: "user", content: "Begin." };
  const calls = (...ids) => ({
    role: "assistant",
    content: null,
    tool_calls: ids.map((id) => ({ id, type: "function", function: { name: "analyze", arguments: "{}" } })),
  });
  const tool = (id) => ({ role: "tool", tool_call_id: id, content: "{}" });
  const wrong = (...list) => wrongChat({ messages: list }) ?? "nothing";
  assert.equal(wrong(said, calls("a", "b"), tool("b"), tool("a"), said), "nothing");
  assert.match(wrong(said, calls("a", "b"), tool("a"), said), /did not have response messages: b/);
  assert.match(wrong(said, calls("a")), /did not have response messages: a/);
  assert.match(wrong(said, tool("a")), /must be a response/);
  assert.match(wrong(said, calls("a"), tool("a"), tool("a")), /Duplicate/);
  assert.match(wrong(said, { role: "assistant", content: null }), /content/);
  const half = calls("a");
  half.tool_calls[0].function.arguments = '{"answer';
  assert.match(wrong(said, half, tool("a")), /arguments/);
});

test("OpenAI Responses", () => {
  const said = { role: "user", content: "Begin." };
  const called = (id) => ({ type: "function_call", call_id: id, name: "analyze", arguments: "{}" });
  const output = (id) => ({ type: "function_call_output", call_id: id, output: "{}" });
  const thought = { type: "reasoning", id: "rs", summary: [], encrypted_content: sealOf("Hm.") };
  const wrong = (...input) => wrongResponses({ input }) ?? "nothing";
  assert.equal(wrong(said, thought, called("a"), called("b"), output("a"), output("b"), said), "nothing");
  assert.match(wrong(said, called("a"), said), /No tool output found for function call a/);
  assert.match(wrong(said, output("a")), /No tool call found/);
  assert.match(wrong(said, called("a"), output("a"), output("a")), /Duplicate/);
  assert.match(wrong(said, thought), /required following item/);
  assert.match(wrong(said, { ...thought, encrypted_content: "made up" }, called("a"), output("a")), /verified/);
});
