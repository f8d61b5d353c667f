// What this page vouches for where the browser asks for that (Trusted Types). A policy can be made once, so there is one for all.

type Own = (text: string) => string;

interface Policy {
  createScriptURL: Own;
  createHTML: Own;
}

let made: Policy | undefined;

function policy(): Policy {
  const factory = (globalThis as { trustedTypes?: { createPolicy(name: string, rules: Policy): Policy } }).trustedTypes;
  const own: Own = (text) => text;
  const rules = { createScriptURL: own, createHTML: own };
  return (made ??= factory ? factory.createPolicy("colloquy-app", rules) : rules);
}

/** Vouches for the address of a script of this site. */
export const trustedScript: Own = (url) => policy().createScriptURL(url);

/** Vouches for markup that is parsed and never shown: nothing in it runs. */
export const trustedMarkup: Own = (markup) => policy().createHTML(markup);
