// The little of ZIP that a Word file needs: its list of parts, and one part unpacked up to a limit.
import { Refused } from "./refused.js";

/** Most parts of a Word file; those of books have some hundreds. */
const PARTS = 10_000;

/** One part of the file, as the list at its end has it. None of it is certain before the part is unpacked. */
export interface Part {
  name: string;
  method: number;
  encrypted: boolean;
  packed: number;
  size: number;
  crc: number;
  at: number;
}

/** @internal Reads the list of parts at the end of the file. */
export function partsOf(bytes: Uint8Array): Part[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOf(view);
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  const parts: Part[] = [];
  const letters = new TextDecoder();
  for (let n = 0; n < Math.min(count, PARTS); n += 1) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== 0x02014b50) throw new Refused("damaged");
    const [name, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true)) as [number, number, number];
    parts.push({
      name: letters.decode(bytes.subarray(at + 46, at + 46 + name)),
      method: view.getUint16(at + 10, true),
      encrypted: (view.getUint16(at + 8, true) & 1) === 1,
      crc: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      at: view.getUint32(at + 42, true),
    });
    at += 46 + name + extra + comment;
  }
  return parts;
}

/** The list's own end stands at the end of the file, before a comment of at most 64 KiB. */
function endOf(view: DataView): number {
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 22 - 0xffff); at -= 1) {
    if (view.getUint32(at, true) === 0x06054b50) return at;
  }
  throw new Refused("damaged");
}

/** @internal Unpacks one part; refuses what would be larger than `most` bytes, whatever size it claims. */
export async function unpack(bytes: Uint8Array<ArrayBuffer>, part: Part, most: number): Promise<Uint8Array> {
  const { at, packed, size, method, crc } = part;
  if (part.encrypted) throw new Refused("password");
  if (size > most) throw new Refused("too_large");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (at + 30 > bytes.length || view.getUint32(at, true) !== 0x04034b50) throw new Refused("damaged");
  const begin = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  const body = bytes.subarray(begin, begin + packed);
  if (body.length !== packed) throw new Refused("damaged");
  if (method === 0) return body;
  if (method !== 8) throw new Refused("unsupported");
  // Put into the envelope of gzip, which holds the same stream: the platform then checks the sum and the size by itself, and every
  // browser and Node that this package allows unpacks gzip, while the bare stream came to Node later.
  const ends = new DataView(new ArrayBuffer(8));
  ends.setUint32(0, crc, true);
  ends.setUint32(4, size, true);
  const envelope = new Blob([new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]), body, ends.buffer]);
  const reader = envelope.stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  const out = new Uint8Array(size);
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new Refused("damaged");
    });
    if (done) return out;
    // More than was claimed: the sum at the end would show it too, after all of it was unpacked.
    if (length + value.length > size) {
      await reader.cancel().catch(() => undefined);
      throw new Refused("damaged");
    }
    out.set(value, length);
    length += value.length;
  }
}
