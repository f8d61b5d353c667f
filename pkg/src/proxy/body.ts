// The body of a request, within its size and time.
import type { ProxyNumbers } from "./types.js";
import { joined } from "./bytes.js";
import { Refusal } from "./refusal.js";

/** Milliseconds that every body has to arrive; what takes longer must come at the configured speed. */
const BODY_BEGINS = 5_000;

/** Refuses what is not declared as JSON, or compressed. */
export function isJson({ headers }: Request): void {
  const kind = headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (kind === "application/json" && (headers.get("content-encoding") ?? "identity") === "identity") return;
  throw new Refusal("unsupported_media_type", "the body must be sent as application/json, not compressed");
}

/** Refuses a body in a coding of its own: it is read in as many ways as there are servers. */
export function isUncoded({ headers }: Request): void {
  const coding = headers.get("transfer-encoding");
  if (coding !== null && coding.toLowerCase() !== "chunked")
    throw new Refusal("body_invalid", "the body may be sent chunked, and in no other coding");
}

/** Reads a body of at most so many bytes. */
export async function readBody(request: Request, most: number, numbers: ProxyNumbers): Promise<Uint8Array<ArrayBuffer>> {
  const large = () => new Refusal("body_too_large", `the body may have ${most} bytes; send less of the conversation`);
  if (Number(request.headers.get("content-length")) > most) throw large();
  const reader = request.body?.getReader();
  if (!reader) return new Uint8Array();
  const started = Date.now();
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const earned = (size * 1_000) / numbers.bodyBytesPerSecond;
      const until = started + Math.min(BODY_BEGINS + earned, numbers.bodySeconds * 1_000);
      const { done, value } = await inTime(reader.read(), until - Date.now());
      if (done) return joined(pieces, size);
      size += value.byteLength;
      if (size > most) throw large();
      pieces.push(value);
    }
  } catch (error) {
    reader.cancel().catch(() => {});
    throw error instanceof Refusal ? error : new Refusal("body_invalid", "the body broke off");
  }
}

function inTime<Value>(wanted: Promise<Value>, milliseconds: number): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const refuse = () => reject(new Refusal("body_timeout", "the body did not come in time; send it again"));
    timer = setTimeout(refuse, Math.max(0, milliseconds));
  });
  return Promise.race([wanted, late]).finally(() => clearTimeout(timer));
}
