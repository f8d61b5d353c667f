// Runs the tools that the engine has the page run. Whatever happens in one becomes its result: nothing here ends an interview.
import type { ToolCall } from "../../types/generated.js";
import { Failed, failure, moment } from "./failure.js";
import type { Running } from "./types.js";

/** @internal Runs one call and gives its one result, which is an error result when it failed. Nothing is ever thrown. */
export async function run(call: ToolCall, running: Running): Promise<unknown> {
  const given = (typeof call.arguments === "object" && call.arguments) || {};
  try {
    switch (call.name) {
      case "extract_document":
        return await (await import("./extract.js")).extract(given, running);
      case "analyze_technical_skills":
        return await analyse(given);
      default:
        return await (await import("./host.js")).runHostTool(call.name, given, running);
    }
  } catch (error) {
    if (!(error instanceof Failed)) await moment();
    return failure(call.name, error);
  }
}

/** Reads an answer for skills, by rules: nothing more is sent anywhere for it. */
async function analyse(given: { answer_text?: unknown; conversation_context?: unknown }): Promise<object> {
  const { readSkills } = await import("../skills.js");
  const { answer_text: text, conversation_context: question } = given;
  const { skills } = await readSkills(String(text ?? ""), { question: String(question ?? "") });
  return { status: "ok", skills };
}
