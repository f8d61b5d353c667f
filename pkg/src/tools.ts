// What a page brings to an interview: tools and readers of its own, the forms that the respondent fills in, and what this browser can
// do. What runs is loaded with the first call of its kind.
import type { Capabilities, ToolCall } from "../types/generated.js";
import { ColloquyError } from "./errors.js";
import { importAgain } from "./import-again.js";
import type { HostExtensions, HostTool, Readers, Running } from "./tools/types.js";

export type { FormValue, HostExtensions, HostForm, HostTool, HostToolContext, Readers } from "./tools/types.js";

/** Largest file that is taken, in bytes (requirements.md#upload-limit). */
const FILE_BYTES = 10 * 1024 * 1024;

/** @internal Returns what the engine keeps of the host's tools: all but what runs. */
export function dataOf(tools: readonly HostTool[]): object[] {
  return tools.map(({ name, description, parameters, idempotent = false, run }, place) => {
    if (typeof run !== "function") {
      const issue = { path: `tools[${place}].run`, rule: "type", message: "must be a function" };
      throw new ColloquyError("invalid_options", "mend the options: a tool of the host's needs `run`", [issue]);
    }
    return { name, description, parameters, idempotent };
  });
}

/** @internal Takes what a page brings out of options; what an option does not name is as in `before`. */
export function extensionsOf({ tools, readers }: HostExtensions, before: HostExtensions = {}): HostExtensions {
  if (tools) dataOf(tools);
  return { ...before, ...(tools && { tools }), ...(readers && { readers }) };
}

/** @internal Finds out what this browser can do. */
export function capabilities({ ocr }: Readers = {}): Capabilities {
  const has = (name: string) => name in globalThis;
  const documents = ["txt", "md"];
  if (has("DecompressionStream")) documents.unshift("docx");
  // Node has workers of its own.
  if (has("Worker") || (has("process") && !has("window"))) documents.unshift("pdf");
  const contactPicker = has("ContactsManager") && typeof navigator === "object" && "contacts" in navigator;
  return { contactPicker, ocr: typeof ocr === "function", documents, maxBytes: FILE_BYTES };
}

/** @internal Runs the tool of one call, given as JSON text, and gives its one result. What runs it is loaded first. */
export async function runTool(request: string, running: Running): Promise<unknown> {
  const call = JSON.parse(request) as ToolCall;
  try {
    return await (await importAgain(() => import("./tools/run.js"))).run(call, running);
  } catch {
    // A page that is being left loads nothing any more: that is no failure of the tool, which runs again when the session is opened.
    await new Promise((resolve) => setTimeout(resolve, 500));
    const message = "The part of this page that runs tools did not load: try again later.";
    return { status: "error", reason: "execution_failed", tool: call.name, message };
  }
}
