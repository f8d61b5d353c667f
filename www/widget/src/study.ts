// Studies in place of guides: fetched where an address is given, and compiled.
import { ColloquyError, readStudy } from "colloquy";

/**
 * Compiles a study, the document or its address, to a guide.
 *
 * @throws `invalid_study` for one with faults, each of them in `details` and in the message; `load_failed` where nothing is at the address.
 */
export async function guideOf(study: string | object): Promise<object> {
  const { guide, faults } = await readStudy(typeof study === "string" ? await textAt(study) : study);
  if (guide) return guide;
  const list = faults.map(({ path, rule, message }) => `${path ? `${path} ` : ""}${message} [${rule}]`).join("; ");
  throw new ColloquyError("invalid_study", `the study has faults: ${list}`, faults);
}

async function textAt(address: string): Promise<string> {
  const response = await fetch(new URL(address, document.baseURI)).catch(() => null);
  if (response?.ok) return response.text();
  const why = response ? `answered ${response.status}` : "could not be reached";
  throw new ColloquyError("load_failed", `the study ${address} ${why}: check the address`);
}
