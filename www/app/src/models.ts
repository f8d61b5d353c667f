// The models that this page's server offers, read from `config.json` beside the page. Without it, or where it names none, the
// built-in interviewer is the only one there is, and the app does not speak of models.
import type { Connection, Dialect, ModelOptions, ReplyMode } from "colloquy";
import { loadPageText, p } from "./text.js";
import { NoModel } from "./respondent-error.js";

/** A model that can be chosen. */
export interface ModelChoice {
  dialect: Dialect;
  /** Its name at the provider. */
  name: string;
  /** What it is called here. */
  label: string;
  /** Names it in addresses and forms: dialect and name. */
  key: string;
}

/** What the server offers. */
export interface Offer {
  /** Address of the proxy, relative to the page. */
  proxy: string;
  models: readonly ModelChoice[];
}

/** The reply modes, the default first. */
export const MODES: readonly ReplyMode[] = ["instructed", "strict", "sequential"];

const DIALECTS: readonly Dialect[] = ["anthropic", "openai-chat", "openai-responses"];
/** How long the list is waited for on a slow line, in milliseconds. */
const WAIT_MS = 8_000;
/** Most models that are listed, and the longest name, in characters: a server that sends more is not ours. */
const MOST = 50;
const NAME_CHARS = 200;
const KEY = "colloquy.models";

const none: Offer = { proxy: "./", models: [] };
let offer: Promise<Offer> | undefined;

/** Reads what the server offers, once per page; without a network, what it offered last. */
export function offered(): Promise<Offer> {
  offer ??= read();
  return offer;
}

/** How models are reached. Never stored with a session, so a session that a model leads is given it whenever it is opened. */
export async function connection(): Promise<Connection> {
  return { proxy: (await offered()).proxy };
}

/** Makes the options of a model that was chosen by its key. */
export async function chosen(key: string, mode: string | null): Promise<ModelOptions> {
  const { proxy, models } = await offered();
  const model = models.find((one) => one.key === key);
  if (!model) {
    await loadPageText();
    throw new NoModel(p.start.noModel(key));
  }
  const replyMode = MODES.find((one) => one === mode);
  return { proxy, dialect: model.dialect, name: model.name, ...(replyMode && { replyMode }) };
}

async function read(): Promise<Offer> {
  let text: string;
  try {
    const response = await fetch(new URL("config.json", document.baseURI), {
      cache: "no-store",
      credentials: "omit",
      signal: AbortSignal.timeout(WAIT_MS),
    });
    text = response.ok ? await response.text() : "";
  } catch {
    // No network: the next page asks again.
    offer = undefined;
    return parse(remembered());
  }
  const found = parse(text);
  remember(found.models.length > 0 ? text : "");
  return found;
}

/** Reads what a server sent, which may be anything: a page for unknown addresses, too. */
export function parse(text: string): Offer {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    return none;
  }
  if (typeof found !== "object" || found === null) return none;
  const { models, proxy } = found as Record<string, unknown>;
  const list = Array.isArray(models) ? (models as unknown[]) : [];
  const all = list
    .slice(0, MOST)
    .map(choice)
    .filter((one) => one !== undefined);
  return { proxy: typeof proxy === "string" && proxy ? proxy : none.proxy, models: all };
}

function choice(found: unknown): ModelChoice | undefined {
  if (typeof found !== "object" || found === null) return undefined;
  const { dialect, name, label } = found as Record<string, unknown>;
  const known = DIALECTS.find((one) => one === dialect);
  if (!known || typeof name !== "string" || !name || name.length > NAME_CHARS) return undefined;
  const shown = typeof label === "string" && label.trim() ? label.trim().slice(0, NAME_CHARS) : name;
  return { dialect: known, name, label: shown, key: `${known}:${name}` };
}

function remembered(): string {
  try {
    return localStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

function remember(text: string): void {
  try {
    if (text) localStorage.setItem(KEY, text);
    else localStorage.removeItem(KEY);
  } catch {
    // A browser that keeps nothing asks its server every time.
  }
}
