// Runs a tool of the host's: arguments are held to its schema, and it to its time and to data that can be kept.
import { Failed, within } from "./failure.js";
import type { Running } from "./types.js";

/** Time for a tool that names none, and longest time, in milliseconds. */
const TIME_MS = 30_000;
const MOST_MS = 600_000;
/** Largest result and largest form, in UTF-16 units of JSON. */
const RESULT_CHARS = 100_000;
const FORM_CHARS = 50_000;
/** Most faults of arguments that are reported to a model at once. */
const REPORTED = 20;

/** @internal Runs one call of a host's tool. */
export async function runHostTool(name: string, given: object, running: Running): Promise<unknown> {
  const { tools = [], session, signal } = running;
  const tool = tools.find((tool) => tool.name === name);
  if (!tool) throw new Failed("tool_not_available", "The page that goes on with this interview does not have this tool.");
  const { compile } = await import("../validator.js");
  const judge = await compile(JSON.stringify(tool.parameters));
  const text = JSON.stringify(given);
  const issues = JSON.parse(judge.check(text)) as { path: string; message: string }[];
  if (issues.length > 0) {
    const lines = issues.slice(0, REPORTED).map(({ path, message }) => `${path || "root"}: ${message}`);
    throw new Failed("invalid_parameters", lines.join("\n"));
  }
  const time = Math.min(MOST_MS, Math.max(1, tool.timeoutMs ?? TIME_MS)) || TIME_MS;
  // A copy: what the tool does to its arguments is nobody else's matter.
  const made = await within(time, signal, (signal) => tool.run(JSON.parse(text) as Record<string, unknown>, { session, signal }));
  return sound(made);
}

/** Holds what a tool gave to data that can be stored and sent. */
function sound(made: unknown): unknown {
  let text: string | undefined;
  try {
    text = JSON.stringify(made);
  } catch {
    throw new Failed("execution_failed", "The tool returned a value that is not valid JSON.");
  }
  if (text === undefined) {
    if (made === undefined) return { status: "ok" };
    throw new Failed("execution_failed", "The tool returned a value that is not valid JSON.");
  }
  if (text.length > RESULT_CHARS) throw new Failed("execution_failed", "The tool gave more than 100 kB.");
  const data = JSON.parse(text) as { form?: { title?: unknown; schema?: unknown; data?: unknown } } | null;
  if (!isObject(data)) return { status: "ok", result: data };
  const { form } = data;
  if (form === undefined) return data;
  if (!isObject(form) || !isObject(form.schema) || typeof form.title !== "string" || text.length > FORM_CHARS) {
    throw new Failed("execution_failed", "The tool asked for a form without a title and a JSON Schema, or one of more than 50 kB.");
  }
  return { form: { title: form.title, schema: form.schema, data: isObject(form.data) ? form.data : {} } };
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
