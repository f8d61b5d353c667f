// Puts the data of a card into a profile, within what the profile's schema allows.
import type { ApplicantProfile } from "./types.js";

/** The data of a card, of each the most preferred first. */
export interface Card {
  names: readonly string[];
  labels?: readonly string[];
  emails?: readonly string[];
  phones?: readonly string[];
  urls?: readonly string[];
  notes?: readonly string[];
  location?: Record<"address" | "postalCode" | "city" | "region" | "countryCode", string | undefined>;
  profiles?: readonly { network?: string; username?: string; url?: string }[];
}

/** Most profiles of one person. */
const PROFILES = 20;

/** @internal Makes a profile; nothing where a card has no name. */
export function profileOf(card: Card): ApplicantProfile | undefined {
  const { urls = [], location, profiles = [] } = card;
  const first = (texts: readonly string[] = [], most: number) => texts.map((text) => line(text, most)).find(Boolean);
  const name = first(card.names, 300);
  if (!name) return undefined;
  const addresses = urls.map((url) => address(url)).filter(Boolean);
  const rest: Card["profiles"] = addresses.slice(1).map((url) => ({ url }));
  const others = [...profiles, ...rest]
    .slice(0, PROFILES)
    .map(({ network = "", username = "", url = "" }) =>
      filled({ network: line(network, 100) || hostOf(url), username: line(username, 300), url: address(url) }),
    );
  const note = card.notes?.map((text) => text.replace(CONTROLS, "").trim()).find(Boolean);
  const place =
    location &&
    filled({
      address: line(location.address, 300),
      postalCode: line(location.postalCode, 40),
      city: line(location.city, 300),
      region: line(location.region, 300),
      countryCode: line(location.countryCode, 100),
    });
  return {
    basics: filled({
      name,
      label: first(card.labels, 300),
      email: first(
        card.emails?.map((text) => text.replace(/^mailto:/i, "")),
        300,
      ),
      phone: first(
        card.phones?.map((text) => text.replace(/^tel:/i, "")),
        100,
      ),
      url: addresses[0],
      summary: note && [...note].slice(0, 4_000).join(""),
      location: place && Object.keys(place).length > 0 ? place : undefined,
      profiles: others.length > 0 ? others : undefined,
    }) as ApplicantProfile["basics"],
  };
}

// eslint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** One line of text, as it can be shown. */
function line(text: string | undefined, most: number): string {
  return [...(text ?? "").replace(/\s+/g, " ").replace(CONTROLS, "").trim()].slice(0, most).join("").trim();
}

/** An address that a page may link to: of the web, or without any scheme. */
function address(url: string): string {
  const text = line(url, 2_000);
  return /^https?:\/\//i.test(text) || !/^[a-z][a-z0-9+.-]*:/i.test(text) ? text : "";
}

function hostOf(url: string): string {
  return /^(?:https?:\/\/)?(?:www\.)?([a-z0-9.-]{1,100})/i.exec(url)?.[1] ?? "";
}

/** Leaves out what is empty. */
function filled<T extends object>(fields: T): { [key in keyof T]?: Exclude<T[key], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value)) as { [key in keyof T]?: Exclude<T[key], undefined> };
}
