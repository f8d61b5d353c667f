import { chromium } from "playwright-core";
const base = process.env.BASE ?? "http://127.0.0.1:8790/";
const list = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox","--disable-gpu","--disable-quic","--no-first-run","--disable-background-networking","--disable-component-update","--disable-sync"] });
for (const spec of list) {
  const [name, query, size0, theme0, lang0] = spec.split("|"); const size = size0 || "1280", theme = theme0 || "light", lang = lang0 || "en";
  const ctx = await browser.newContext({ viewport: { width: +size, height: +size < 600 ? 740 : 800 }, colorScheme: theme, locale: lang, deviceScaleFactor: 1 });
  const page = await ctx.newPage();
  page.on("console", m => console.log(name, m.type(), m.text()));
  page.on("pageerror", e => console.log(name, "ERR", e.message));
  await page.goto(base + query);
  await page.waitForSelector("h1", {timeout: 8000}).catch(() => console.log(name, "no h1"));
  await page.waitForTimeout(600);
  await page.screenshot({ path: `/tmp/shots/${name}.png`, fullPage: true });
  await ctx.close();
}
await browser.close();
