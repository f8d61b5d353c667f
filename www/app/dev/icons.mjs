// Draws the PNG icons from public/icon.svg with the browser that the tests use: node www/app/dev/icons.mjs
// The results are checked in; run it after the mark changed.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const at = (name) => fileURLToPath(new URL(`../public/${name}`, import.meta.url));
const svg = await readFile(at("icon.svg"), "utf8");
// A maskable icon is cut to any shape: its ground reaches the edges and the mark keeps to the middle 80 %.
const maskable = svg
  .replace(' rx="112"', "")
  .replace("<path", '<g transform="translate(256 256) scale(.72) translate(-256 -256)"><path')
  .replace("</svg>", "</g></svg>");

const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
});
for (const [name, size, source] of [
  ["icon-192.png", 192, svg],
  ["icon-512.png", 512, svg],
  ["icon-maskable-512.png", 512, maskable],
]) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${source}`);
  await page.screenshot({ path: at(name), omitBackground: true });
  await page.close();
}
await browser.close();
