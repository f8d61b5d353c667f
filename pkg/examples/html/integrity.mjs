// Writes into index.html where the package's files are and the hash of each, of the package that is installed here:
//
//   npm install colloquy@0.1.0
//   node integrity.mjs https://your.cdn/colloquy@0.1.0/dist/
//
// Run it again for each version. A browser refuses a module (Chrome 127, Safari 18, Firefox 138 and later) or a file of the engine (all
// browsers) that is another one than you have installed.
import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";

const [base] = process.argv.slice(2);
if (!base?.endsWith("/")) throw new Error("where are the files? node integrity.mjs https://your.cdn/colloquy@0.1.0/dist/");
const dist = new URL("node_modules/colloquy/dist/", import.meta.url);

const hash = async (name) =>
  `sha384-${createHash("sha384")
    .update(await readFile(new URL(name, dist)))
    .digest("base64")}`;
const names = (await readdir(dist)).sort();
// What an element in a page may load; the worker for PDF files has to come from the page's own origin.
const modules = names.filter((name) => /^(core|index|element)(-.*)?\.js$/.test(name));
const files = names.filter((name) => /^colloquy_\w.*\.wasm$/.test(name));

const table = async (list, key) => Object.fromEntries(await Promise.all(list.map(async (name) => [key(name), await hash(name)])));
const map = {
  imports: { colloquy: `${base}index.js`, "colloquy/element": `${base}element.js` },
  integrity: await table(modules, (name) => base + name),
};
const own = { base, files: await table(files, (name) => name) };
const page = new URL("index.html", import.meta.url);
const html = await readFile(page, "utf8");
const filled = [
  ['type="importmap"', map],
  ['id="files"', own],
].reduce(
  (text, [which, value]) => text.replace(new RegExp(`(<script [^>]*${which}>)[^<]*`), (_, tag) => tag + JSON.stringify(value)),
  html,
);
await writeFile(page, filled);
console.log(`${modules.length} modules and ${files.length} files of the engine`);
