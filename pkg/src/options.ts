// What a host can ask for when an interview begins.
import type { Guidelines, Limits, Material, Prices } from "../types/generated.js";
import type { ModelAdapter, ModelSettings } from "./adapters/types.js";
import { ColloquyError } from "./errors.js";
import type { KindFormat } from "./kinds.js";
import type { SessionStore } from "./stores/types.js";
import type { HostExtensions } from "./tools/types.js";

/** Where a session is kept; in Node also what `openFileStore` of `colloquy/node` gives, or a store of the host's own. */
export type Storage = "indexeddb" | "memory" | SessionStore;
/** How the scripted interviewer's questions stream in. */
export type Pace = "natural" | "instant";

/**
 * Formats that a session can be written in; `session` is the file that `Library.import` reads, and those of one kind of interview are the
 * tables that it has besides.
 */
export type ExportFormat = "markdown" | "narrative" | "qa" | "html" | "csv" | "json" | "session" | KindFormat;

/** The way in which a model's API is spoken. `openai-chat` is what most other servers speak, too. */
export type Dialect = "anthropic" | "openai-chat" | "openai-responses";

/** @internal The dialect in which the engine speaks to adapters, and that sessions led by one keep. */
export const ADAPTED: Dialect = "openai-chat";

/** How a model is reached. None of it is stored with the session: a file must not choose where answers are sent. */
export interface Connection {
  /** Address of the proxy that holds the key; `/v1/messages` and the like are below it. */
  proxy: string;
  /** Returns a token for the proxy: called before a call, and once more after a 401. Without it the proxy is asked for one. */
  token?: () => Promise<string>;
}

/** A model that leads an interview, behind a proxy. */
export interface ModelOptions extends Connection, ModelSettings {
  dialect: Dialect;
  /** Name of the model at its provider. */
  name: string;
}

/** How models are reached: by the proxy that holds the key, or by an adapter. */
export type ModelConnection = Connection | ModelAdapter;

/** What a host can ask for when an interview begins. */
export interface InterviewOptions extends HostExtensions {
  /** Id of a built-in guide, or a guide document: a whole one, or one that extends a built-in guide (see `loadGuide`). */
  guide: string | object;
  /** What the interview is about; everything in it is data and is never followed. */
  material?: Material;
  /** What is wanted of this interview on top of the guide. */
  guidelines?: Guidelines;
  /** Stable key of what it is about; by default the material's source URL, else its hash. */
  subject?: string;
  /** Template of the guide; by default its first. */
  template?: string;
  /** BCP 47 tag; by default `en`. A built-in guide is loaded in this language, else in English; a model asks in it, whatever the guide is written in. */
  locale?: string;
  /** The host's own data about the session, at most 64 kB of JSON; handed back, never read. */
  metadata?: object;
  /** Limits of this interview; the tighter of these and the guide's holds. */
  limits?: Limits;
  /** The model that asks; without one the built-in scripted interviewer does, and nothing leaves the device. */
  model?: ModelOptions | ModelAdapter;
  /** USD per million tokens, where `model` does not name them. */
  prices?: Prices;
  /** By default IndexedDB in a browser, and memory elsewhere. */
  storage?: Storage;
  /** Gives the opening up: `createInterview` rejects with its reason, and keeps nothing open. An interview that is open does not end by it. */
  signal?: AbortSignal;
  /** By default `natural` in a page whose visitor has not asked for less motion, else `instant`. */
  pace?: Pace;
}

/** The pace where a host does not name one. */
export function defaultPace(): Pace {
  const still = globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches ?? true;
  return still ? "instant" : "natural";
}

/** Where a model is: behind a proxy, on the respondent's device, or wherever a function of the page's sends what it is asked. */
export type ModelPlace = "proxy" | "device" | "elsewhere";

/** @internal Returns where a model is; null where no connection is known. */
export function placeOf(model: ModelConnection | undefined): ModelPlace | null {
  const adapter = model && adapterOf(model);
  return adapter ? (adapter.onDevice ? "device" : "elsewhere") : model ? "proxy" : null;
}

/** @internal Returns the adapter, if it is one. */
export const adapterOf = (model: ModelConnection): ModelAdapter | undefined =>
  "call" in model && typeof model.call === "function" ? model : undefined;

/** @internal Throws where a model cannot be reached as a host describes. */
export function checkConnection(model: ModelConnection): void {
  if (!adapterOf(model)) proxyAddress(model as Connection);
}

/** @internal Returns what the engine reads of a model. How it is reached is not the engine's business. */
export function modelData(model: ModelOptions | ModelAdapter): object {
  if (!adapterOf(model)) return model;
  const { name, replyMode, maxTokens, effort, prices } = model;
  return { proxy: "adapter", dialect: ADAPTED, name, replyMode, maxTokens, effort, prices };
}

/** @internal Makes an address of what a host calls its proxy, without a slash at the end. */
export function proxyAddress({ proxy }: Connection): string {
  try {
    const { protocol, origin, pathname } = new URL(proxy, globalThis.document?.baseURI ?? globalThis.location?.href);
    if (/^https?:$/.test(protocol)) return origin + pathname.replace(/\/+$/, "");
  } catch {
    // No address at all.
  }
  throw new ColloquyError("invalid_options", "`model` needs `proxy`, the http(s) address of a proxy (in Node with its host), or `call`", [
    { path: "model.proxy", rule: "url", message: "must be an http(s) address", value: proxy },
  ]);
}
