// Who a client is, as far as an address shows.

/** A client as rates and accounts know it. */
export interface Client {
  /** The name it is counted by: an IPv4 address, the /64 network of an IPv6 address, or what the host named it. */
  readonly name: string;
  /** The /48 of an IPv6 address, in which one customer can have 65,536 clients. */
  readonly network: string | undefined;
  /** Its network as bytes: what an account is made of. */
  readonly bytes: Uint8Array;
  /** As logs may show it: never a whole address. */
  readonly shown: string;
}

const encoder = new TextEncoder();

/** The longest name of a host's own that is distinguished. */
const NAME = 200;

/** The client of that address, or of a name that is none. */
export function clientOf(text: string): Client {
  const four = addressOf4(text.replace(/^::ffff:/i, ""));
  if (four) {
    const bytes = new Uint8Array(16);
    bytes.set(four, 12);
    return { name: four.join("."), network: undefined, bytes, shown: `${four.slice(0, 3).join(".")}.0/24` };
  }
  const six = addressOf6(text);
  if (!six) {
    const name = text.slice(0, NAME);
    return { name, network: undefined, bytes: encoder.encode(name), shown: name };
  }
  const hex = six.map((group) => group.toString(16));
  const network = `${hex.slice(0, 3).join(":")}::/48`;
  const bytes = new Uint8Array(16);
  six.slice(0, 3).forEach((group, at) => bytes.set([group >> 8, group & 255], 2 * at));
  // As the program has it: no client's own address has that bit.
  bytes[8] = 128;
  return { name: `${hex.slice(0, 4).join(":")}::/64`, network, bytes, shown: network };
}

function addressOf4(text: string): number[] | undefined {
  const parts = text.split(".");
  const numbers = parts.map((part) => (/^\d{1,3}$/.test(part) ? Number(part) : 256));
  return parts.length === 4 && numbers.every((one) => one < 256) ? numbers : undefined;
}

/** The eight groups of an IPv6 address. */
function addressOf6(text: string): number[] | undefined {
  const plain = text.replace(/^\[|\]$/g, "").replace(/%.*$/, "");
  const halves = plain.split("::");
  if (!plain.includes(":") || halves.length > 2) return undefined;
  const [head = [], tail = []] = halves.map((half) => (half === "" ? [] : half.split(":")));
  const gap = 8 - head.length - tail.length;
  if (halves.length === 2 ? gap < 1 : gap !== 0) return undefined;
  const groups = [...head, ...Array<string>(gap).fill("0"), ...tail];
  return groups.every((group) => /^[\da-f]{1,4}$/i.test(group)) ? groups.map((group) => Number.parseInt(group, 16)) : undefined;
}
