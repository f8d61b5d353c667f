// Contact cards: from a file, or from the system's address book where a page may ask for it.
import type { ApplicantProfile } from "./contacts/types.js";

export type { ApplicantProfile } from "./contacts/types.js";

/**
 * Reads a contact card, a `.vcf` file of vCard 2.1, 3 or 4, on this device. Of a file with several the first is read, and `issues`
 * says so. Pictures, birthdays and whatever else a profile has no place for are left out.
 *
 * # Errors
 * Rejects with `invalid_card` for a file that is not a card, has more than 1 MB or has no name in it; the message has the remedy.
 */
export async function readContactCard(file: Blob): Promise<ApplicantProfile> {
  return (await import("./contacts/vcard.js")).readContactCard(file);
}

/**
 * Asks the system's address book for one contact; `null` when the respondent closed it. It has to follow a click. Only some browsers have
 * it: `view.form.kind.contact.picker` is true where this one does.
 *
 * # Errors
 * Rejects with `not_available` where there is no such book, and with `permission_denied` where it may not be asked.
 */
export async function pickContact(): Promise<ApplicantProfile | null> {
  return (await import("./contacts/picker.js")).pickContact();
}
