// Writes `custom-elements.json`, what editors and frameworks read of the element: manifest.mjs OUT
// It is made of the element's contract, `www/widget/src/public/element.ts`, and of the design tokens. Called by `cargo xtask dist`.
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { create } from "@custom-elements-manifest/analyzer/src/create.js";
import { createRequire } from "node:module";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");
const [out] = process.argv.slice(2);
// The analyzer's own compiler: the workspace's has no interface for programs.
const ts = createRequire(import.meta.resolve("@custom-elements-manifest/analyzer/src/create.js"))("typescript");

const contract = await readFile(join(root, "www/widget/src/public/element.ts"), "utf8");
const declaration = "export interface ColloquyInterviewElement extends HTMLElement {";
if (!contract.includes(declaration)) throw new Error("the element's contract is written differently now");
// The analyzer reads classes. An interface has the same members, and the name of the tag is nowhere else in it.
const source = contract
  .replace(declaration, "export class ColloquyInterview extends HTMLElement {")
  .replace(/^export declare const ColloquyInterview\b.*$/m, "")
  .replace(/^( \* @attr guide)/m, " * @tag colloquy-interview\n$1");
const modules = [ts.createSourceFile("dist/element.js", source, ts.ScriptTarget.ES2022, true)];
const manifest = create({ modules });

const [module] = manifest.modules;
const element = module.declarations.find(({ tagName }) => tagName === "colloquy-interview");
if (!element) throw new Error("the analyzer found no element");
module.declarations = [element];
module.exports = [
  { kind: "js", name: "ColloquyInterview", declaration: { name: "ColloquyInterview", module: "dist/element.js" } },
  { kind: "custom-element-definition", name: "colloquy-interview", declaration: { name: "ColloquyInterview", module: "dist/element.js" } },
];
// Every token that a page may set, with what it is when it sets none.
const tokens = await readFile(join(root, "www/widget/src/tokens.css"), "utf8");
const light = /:root,\n:host \{([^}]*)\}/.exec(tokens)?.[1] ?? "";
const described = new Map(element.cssProperties?.map((property) => [property.name, property.description]));
const tokensOfPages = [...light.matchAll(/(--cq-[\w-]+):\s*([^;]+);/g)].map(([, name, value]) => ({
  name,
  default: value,
  ...(described.get(name) && { description: described.get(name) }),
}));
element.cssProperties = [
  ...tokensOfPages,
  ...(element.cssProperties ?? []).filter(({ name }) => tokensOfPages.every((token) => token.name !== name)),
];
await writeFile(out, `${JSON.stringify(manifest, null, 1)}\n`);
