// Instructions to the model, where only listed ones may pass.
import { get, type Json, textOf } from "../json.js";
import { Refusal } from "../refusal.js";
import type { ProxyDialect } from "../types.js";

/** Refuses a checked body any text of whose instructions is not listed, by its SHA-256 in hexadecimal. An empty list lets all pass. */
export async function checkPrompts(dialect: ProxyDialect, value: Json, listed: ReadonlySet<string>): Promise<void> {
  if (listed.size === 0) return;
  const found = [
    ...(dialect === "anthropic" ? texts(get(value, "system")) : []),
    ...(dialect === "openai-chat" ? ofRoles(get(value, "messages")) : []),
    ...(dialect === "openai-responses" ? [...texts(get(value, "instructions")), ...ofRoles(get(value, "input"))] : []),
  ];
  if (found.length === 0) throw new Refusal("prompt_not_listed", "a call needs instructions that are listed here");
  for (const text of found) {
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
    const hash = [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    if (!listed.has(hash)) throw new Refusal("prompt_not_listed", `instructions with the SHA-256 ${hash} are not listed here`);
  }
}

/** Messages that instruct: of every role but those that talk. */
function ofRoles(messages: Json | undefined): string[] {
  if (!Array.isArray(messages)) return [];
  return messages.flatMap((message) => {
    const role = textOf(get(message, "role"));
    return role === undefined || ["user", "assistant", "tool"].includes(role) ? [] : texts(get(message, "content"));
  });
}

/** Of a part any text may instruct: `text`, and also `refusal`. */
function texts(content: Json | undefined): string[] {
  if (typeof content === "string") return [content];
  if (!Array.isArray(content)) return [];
  const fields = content.flatMap((part) => (part instanceof Map ? [...part] : []));
  return fields.flatMap(([name, value]) => (name !== "type" && typeof value === "string" ? [value] : []));
}
