// A ZIP file whose entries are stored as they are: what a Word document is kept in.

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  return sum;
});

/** Sum by which a reader of a ZIP file finds bytes that changed (CRC-32). */
function crc(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = (TABLE[(sum ^ byte) & 0xff] ?? 0) ^ (sum >>> 8);
  return ~sum >>> 0;
}

/** Numbers of 2 and 4 bytes, little-endian; a field is `[bytes, value]`. */
function fields(...list: readonly (readonly [2 | 4, number])[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(list.reduce((sum, [size]) => sum + size, 0)));
  let at = 0;
  for (const [size, value] of list) {
    if (size === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += size;
  }
  return new Uint8Array(view.buffer);
}

/** First of January 1980, the earliest day that a ZIP file knows: the same content makes the same bytes. */
const DAY = 0x21;
/** Version 2.0 reads it, and names are UTF-8. */
const VERSION = 20;
const UTF8 = 0x0800;

/** Puts texts together as a ZIP file, under their names. */
export function zip(entries: readonly (readonly [name: string, text: string])[]): Blob {
  const encoder = new TextEncoder();
  const body: Uint8Array[] = [];
  const index: Uint8Array[] = [];
  const size = (parts: readonly Uint8Array[]) => parts.reduce((sum, part) => sum + part.length, 0);
  for (const [path, text] of entries) {
    const [name, bytes] = [encoder.encode(path), encoder.encode(text)];
    const common = [
      [2, VERSION],
      [2, UTF8],
      [2, 0],
      [2, 0],
      [2, DAY],
      [4, crc(bytes)],
      [4, bytes.length],
      [4, bytes.length],
      [2, name.length],
      [2, 0],
    ] as const;
    index.push(fields([4, 0x02014b50], [2, VERSION], ...common, [2, 0], [2, 0], [2, 0], [4, 0], [4, size(body)]), name);
    body.push(fields([4, 0x04034b50], ...common), name, bytes);
  }
  const count = entries.length;
  const end = fields([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], [4, size(index)], [4, size(body)], [2, 0]);
  return new Blob([...body, ...index, end] as BlobPart[]);
}
