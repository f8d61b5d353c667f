// The Contact Picker of a browser. Its types are in no library yet.
import type { ApplicantProfile } from "./types.js";
import { ColloquyError } from "../errors.js";
import { profileOf } from "./profile.js";

interface ContactAddress {
  addressLine?: string[];
  postalCode?: string;
  city?: string;
  region?: string;
  country?: string;
}

interface Contact {
  name?: string[];
  email?: string[];
  tel?: string[];
  address?: ContactAddress[];
}

interface Contacts {
  select(properties: string[], options: { multiple: boolean }): Promise<Contact[]>;
  getProperties?(): Promise<string[]>;
}

/** What is asked for; what a browser does not know would have it refuse everything. */
const WANTED = ["name", "email", "tel", "address"];

/** @internal See the package's own `pickContact`. */
export async function pickContact(): Promise<ApplicantProfile | null> {
  const { contacts } = (globalThis.navigator ?? {}) as { contacts?: Contacts };
  if (!contacts || !("ContactsManager" in globalThis)) {
    throw new ColloquyError("not_available", "this browser has no address book to ask: choose a .vcf file, or fill the form in by hand");
  }
  let picked: Contact[];
  try {
    const known = (await contacts.getProperties?.()) ?? WANTED;
    picked = await contacts.select(
      WANTED.filter((name) => known.includes(name)),
      { multiple: false },
    );
  } catch {
    throw new ColloquyError("permission_denied", "the address book could not be asked: choose a .vcf file, or fill the form in by hand");
  }
  const [contact] = picked;
  if (!contact) return null;
  const { name = [], email = [], tel = [], address: [place] = [] } = contact;
  const location = place && {
    address: place.addressLine?.join(", "),
    postalCode: place.postalCode,
    city: place.city,
    region: place.region,
    countryCode: place.country,
  };
  return profileOf({ names: [...name, ...email, ...tel], emails: email, phones: tel, ...(location && { location }) }) ?? null;
}
