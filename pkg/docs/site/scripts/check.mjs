// Holds the built site to what it promises: every link and anchor leads somewhere, and nothing is loaded from another host.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const dist = resolve(dirname(fileURLToPath(import.meta.url)), "../.vitepress/dist");
const base = process.env.COLLOQUY_BASE ?? "/";
const files = readdirSync(dist, { recursive: true }).filter((file) => statSync(join(dist, file)).isFile());
const own = files.filter((file) => !file.startsWith("colloquy/"));
const pages = new Map(own.filter((file) => file.endsWith(".html")).map((file) => [file, readFileSync(join(dist, file), "utf8")]));
const unescaped = (text) => text.replaceAll("&amp;", "&").replaceAll("&quot;", '"').replaceAll("&lt;", "<").replaceAll("&gt;", ">");
const names = new Map(
  [...pages].map(([file, html]) => [file, new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => unescaped(id)))]),
);

const faults = new Set();
let count = 0;
for (const [page, html] of pages) {
  for (const [, tag, name, address] of html.matchAll(/<(\w+)[^>]*? (href|src|srcset)="([^"]*)"/g)) {
    count += 1;
    const url = new URL(unescaped(address), `http://site.invalid${base}${page}`);
    if (url.host !== "site.invalid") {
      if (tag !== "a") faults.add(`${page} loads ${address}`);
      continue;
    }
    if (!url.pathname.startsWith(base)) {
      faults.add(`${page} leads to ${url.pathname}, outside of ${base}`);
      continue;
    }
    let file = decodeURI(url.pathname.slice(base.length));
    if (file === "" || file.endsWith("/")) file += "index.html";
    if (!existsSync(join(dist, file))) faults.add(`${page} ${name} ${address}: ${file} is not there`);
    else if (url.hash && names.has(file) && !names.get(file).has(decodeURIComponent(url.hash.slice(1)))) {
      faults.add(`${page} links to ${file}${url.hash}, where no heading has that name`);
    }
  }
}
for (const file of own.filter((one) => one.endsWith(".css"))) {
  const css = readFileSync(join(dist, file), "utf8");
  if (/(url\(|@import )["']?(https?:)?\/\//.test(css)) faults.add(`${file} loads from another host`);
}
if (faults.size > 0) {
  console.error([...faults].sort().join("\n"));
  process.exit(1);
}
console.log(`${count} links on ${pages.size} pages lead somewhere, and nothing is loaded from another host.`);
