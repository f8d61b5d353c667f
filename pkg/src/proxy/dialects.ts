// The wire formats, by the paths they are asked on.

import type { ProxyDialect } from "./types.js";

/** What follows the base of an upstream's address, and `/v1` of ours. */
export const PATHS: Readonly<Record<ProxyDialect, string>> = {
  anthropic: "/messages",
  "openai-chat": "/chat/completions",
  "openai-responses": "/responses",
};

/** All of them. */
export const DIALECTS = Object.keys(PATHS) as ProxyDialect[];
