// Writes what frameworks and editors read of the element into a folder, made of its manifest: frameworks.mjs MANIFEST FOLDER
//   markup.d.ts                       its attributes, properties and events as markup has them
//   jsx.d.ts, preact.d.ts, solid.d.ts the element in JSX
//   vue.d.ts, svelte.d.ts             the element in templates
//   vscode.html-data.json, vscode.css-data.json, web-types.json
// Called by `cargo xtask dist`. The kinds of values come from the element's own declarations, so that nothing is said twice.
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");
const [manifest, folder] = process.argv.slice(2);
const { version } = JSON.parse(await readFile(join(root, "pkg/package.json"), "utf8"));
const { modules } = JSON.parse(await readFile(manifest, "utf8"));
const element = modules[0].declarations.find(({ tagName }) => tagName);
const { tagName: tag, attributes, events, slots, cssParts: parts, cssProperties: tokens } = element;
const properties = element.members.filter(({ kind, privacy }) => kind === "field" && privacy !== "private");
if (!attributes?.length || !properties.length || !events?.length) throw new Error("the manifest does not describe the element");

const camel = (name) => name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());
/** The values of a type that lists them; none for any other. */
const values = (type) => {
  const all = (type ?? "").split("|").map((value) => /^\s*"([^"]*)"\s*$/.exec(value)?.[1]);
  return all.every((value) => value !== undefined) ? all : [];
};
const comment = (text, indent) => `${indent}/** ${text.replaceAll("*/", "* /").replace(/\s+/g, " ")} */\n`;
const quoted = (name) => (/^\w+$/.test(name) ? name : JSON.stringify(name));

/** One line for each name that markup may use: a property where there is one of that name, else an attribute. */
function lines() {
  const byName = new Map(properties.map((property) => [property.name, property]));
  const typeOf = (attribute) => {
    const own = attribute.type?.text ?? "string";
    const property = byName.get(camel(attribute.name));
    // What is listed for the attribute holds for the property too, beside what only a property can be.
    return property ? `Exclude<ColloquyInterviewElement[${JSON.stringify(property.name)}], string> | ${own}` : own;
  };
  const seen = new Set();
  let out = "";
  for (const attribute of attributes) {
    // A property of another spelling is listed by both names: some frameworks set the one, some the other.
    for (const name of new Set([attribute.name, camel(attribute.name)])) {
      seen.add(name);
      out += `${comment(attribute.description, "  ")}  ${quoted(name)}?: ${typeOf(attribute)} | undefined;\n`;
    }
  }
  for (const { name, description } of properties) {
    if (seen.has(name)) continue;
    out += `${comment(description ?? name, "  ")}  ${name}?: ColloquyInterviewElement["${name}"] | undefined;\n`;
  }
  return out;
}

const GENERATED = "// Made by `cargo xtask dist` of what the element says of itself.\n";
const IMPORT = `import type { ColloquyEvents, ColloquyInterviewElement } from "./element.js";\n`;
const MARKUP = `import type { ColloquyHandlers, ColloquyMarkup } from "./markup.js";\n`;
const ELEMENT = `import type { ColloquyInterviewElement } from "./element.js";\n`;

const handlers = (prefix) =>
  events
    .map(
      ({ name, description }) =>
        `${comment(description, "  ")}  "${prefix}${name}"?: ((event: CustomEvent<ColloquyEvents["${name}"]>) => void) | undefined;\n`,
    )
    .join("");

const files = {
  "markup.d.ts": `${GENERATED}${IMPORT}
/** What markup may hand to \`<${tag}>\`: its attributes, and its properties by their names. */
export interface ColloquyMarkup {
${lines()}}

/** Its events, as JSX and Svelte write them. */
export interface ColloquyHandlers {
${handlers("on")}}
`,
  // React 19 sets what is a property of the element as one, and listens to what begins with \`on\` by the name that follows.
  "jsx.d.ts": `${GENERATED}// \`<${tag}>\` in React 19: import type {} from "colloquy/jsx";
import type { DetailedHTMLProps, HTMLAttributes } from "react";
${ELEMENT}${MARKUP}
declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "${tag}": Omit<DetailedHTMLProps<HTMLAttributes<ColloquyInterviewElement>, ColloquyInterviewElement>, keyof ColloquyMarkup> &
        ColloquyMarkup &
        ColloquyHandlers & { class?: string | undefined };
    }
  }
}
`,
  "preact.d.ts": `${GENERATED}// \`<${tag}>\` in Preact: import type {} from "colloquy/preact";
import type { HTMLAttributes } from "preact";
${ELEMENT}${MARKUP}
declare module "preact" {
  namespace JSX {
    interface IntrinsicElements {
      "${tag}": Omit<HTMLAttributes<ColloquyInterviewElement>, keyof ColloquyMarkup> & ColloquyMarkup & ColloquyHandlers;
    }
  }
}
`,
  // Solid sets attributes unless it is told \`prop:\`, and listens by \`on:\`.
  "solid.d.ts": `${GENERATED}// \`<${tag}>\` in Solid: import type {} from "colloquy/solid";
import type { JSX } from "solid-js";
${IMPORT}${MARKUP}
type Properties = { [Name in keyof ColloquyMarkup as \`prop:\${Name}\`]?: ColloquyMarkup[Name] };

interface Listeners {
${handlers("on:")}}

declare module "solid-js" {
  namespace JSX {
    interface IntrinsicElements {
      "${tag}": Omit<JSX.HTMLAttributes<ColloquyInterviewElement>, keyof ColloquyMarkup> & ColloquyMarkup & Properties & Listeners;
    }
  }
}
`,
  "vue.d.ts": `${GENERATED}// \`<${tag}>\` in Vue's templates: import type {} from "colloquy/vue";
import type { AllowedComponentProps, HTMLAttributes, VNodeProps } from "vue";
${IMPORT}import type { ColloquyMarkup } from "./markup.js";

interface Emits {
${events.map(({ name, description }) => `${comment(description, "  ")}  (event: "${name}", value: CustomEvent<ColloquyEvents["${name}"]>): void;\n`).join("")}}

interface Listeners {
${events.map(({ name, description }) => `${comment(description, "  ")}  ${camel(`on-${name}`)}?: ((event: CustomEvent<ColloquyEvents["${name}"]>) => void) | undefined;\n`).join("")}}

/** The element as a component of a template. */
type Component = new () => ColloquyInterviewElement & {
  /** @deprecated It is there for the compiler of templates alone. */
  $props: Omit<HTMLAttributes, keyof ColloquyMarkup> & ColloquyMarkup & Listeners & AllowedComponentProps & VNodeProps;
  /** @deprecated It is there for the compiler of templates alone. */
  $emit: Emits;
};

declare module "vue" {
  interface GlobalComponents {
    "${tag}": Component;
    ColloquyInterview: Component;
  }
}
`,
  "svelte.d.ts": `${GENERATED}// \`<${tag}>\` in Svelte 5: import type {} from "colloquy/svelte";
import type { HTMLAttributes } from "svelte/elements";
${ELEMENT}${MARKUP}
declare module "svelte/elements" {
  interface SvelteHTMLElements {
    "${tag}": Omit<HTMLAttributes<ColloquyInterviewElement>, keyof ColloquyMarkup | keyof ColloquyHandlers> & ColloquyMarkup & ColloquyHandlers;
  }
}
`,
};

const markdown = (value) => ({ kind: "markdown", value });
const first = (text) => text.split("\n\n")[0].replace(/\s+/g, " ");
const html = {
  version: 1.1,
  tags: [
    {
      name: tag,
      description: markdown(
        [element.description, "**Slots**", ...slots.map(({ name, description }) => `- \`${name}\`: ${description}`)].join("\n\n"),
      ),
      attributes: attributes.map(({ name, description, type }) => ({
        name,
        description: markdown(description),
        ...(values(type?.text).length && { values: values(type.text).map((value) => ({ name: value })) }),
      })),
    },
  ],
};
const css = {
  version: 1.1,
  properties: tokens.map(({ name, description, default: value }) => ({
    name,
    description: markdown([description, value && `\`${value}\` when it is not set`].filter(Boolean).join("; ")),
  })),
};
const webTypes = {
  name: "colloquy",
  version,
  "description-markup": "markdown",
  contributions: {
    html: {
      elements: [
        {
          name: tag,
          description: first(element.description),
          attributes: attributes.map(({ name, description, type }) => ({
            name,
            description,
            value: { type: values(type?.text).length ? values(type.text).map((value) => JSON.stringify(value)) : "string" },
          })),
          slots: slots.map(({ name, description }) => ({ name, description })),
          js: {
            properties: properties.map(({ name, description, type }) => ({ name, description, type: type.text })),
            events: events.map(({ name, description }) => ({ name, description })),
          },
          css: {
            parts: parts.map(({ name, description }) => ({ name, description })),
            properties: tokens.map(({ name, description, default: value }) => ({ name, description, default: value })),
          },
        },
      ],
    },
  },
};
files["vscode.html-data.json"] = `${JSON.stringify(html, null, 1)}\n`;
files["vscode.css-data.json"] = `${JSON.stringify(css, null, 1)}\n`;
files["web-types.json"] = `${JSON.stringify(webTypes, null, 1)}\n`;

await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(folder, name), text)));
