// A language that nobody speaks, made of English as the tests run: every letter has an accent, vowels are doubled, which makes a text
// about 40 % longer, and brackets stand around it. What is drawn without them is a word that is written in the code.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const PLAIN = "aeioucdhklnrstwyzACDEGHIKLNORSTUWYZ";
const ACCENTED = "áéíóúćďĥķľńŕšťŵýžÁĆĎÉĜĤÍĶĽŃÓŔŠŤÚŴÝŽ";

/** Writes a text in this language; its slots, such as `{n}`, stay. */
export function pseudo(text) {
  const accent = (letter) => (ACCENTED[PLAIN.indexOf(letter)] ?? letter).repeat(/[aeiou]/.test(letter) ? 2 : 1);
  return `⟦${text.replace(/\{\w+\}|[a-z]/gi, (part) => (part.length > 1 ? part : accent(part)))}⟧`;
}

/** Writes a whole table in this language: its texts, at any depth, and what its functions return. */
export function pseudoTable(table) {
  if (typeof table === "string") return table && pseudo(table);
  if (typeof table === "function") return (...given) => pseudoTable(table(...given));
  if (Array.isArray(table)) return table.map(pseudoTable);
  return Object.fromEntries(Object.entries(table).map(([name, words]) => [name, pseudoTable(words)]));
}

const words = (path) => JSON.stringify(join(root, "www/widget/src", path));
const text = (path) => JSON.stringify(join(root, "www/app/src/text", path));
const kind = (path, key) => [
  /^(element-)?words\.de-/,
  key,
  `import { en } from ${words(`kinds/${path}/words.ts`)}; export const de = pseudoTable(en);`,
];
/** The titles of the schemas are English where a language has no others. */
const titlesOf = `new Proxy(english.titles, { get: (own, title) => (own[title] ?? !title.includes(": ")) ? pseudo(own[title] ?? title) : undefined })`;

/** The tables: how the German file of each is known, by its name and a word in it, and what takes its place. */
const TABLES = [
  [
    /^(element-)?de-/,
    "deLazy",
    `import { en } from ${words("strings/en.ts")}; import { enLazy } from ${words("strings/en-lazy.ts")};
    ${["advice", "gaps", "staged"].map((name) => `import { en as ${name} } from ${words(`kinds/${name}/words.ts`)};`).join("\n")}
    export const de = pseudoTable(en), deLazy = pseudoTable(enLazy), deKinds = pseudoTable({ advice, gaps, staged });`,
  ],
  [/^(element-)?de-/, "fillTitle", `import { en } from ${words("forms/words/en.ts")}; export const de = pseudoTable(en);`],
  [/^(element-)?de-/, "heardElsewhere", `import { en } from ${words("voice/words/en.ts")}; export const de = pseudoTable(en);`],
  kind("onboarding", "phaseOf"),
  kind("topics", "not_applicable"),
  [
    /^(element-)?words\.de-/,
    "german",
    `import { english } from ${words("data/words.ts")};
    export const german = { ...pseudoTable(english), lang: "de", titles: ${titlesOf} };`,
  ],
  [/^core\.de-/, "core", `import { core as english } from ${text("core.en.ts")}; export const core = pseudoTable(english);`],
  [/^pages\.de-/, "pages", `import { pages as english } from ${text("pages.en.ts")}; export const pages = pseudoTable(english);`],
  [/^across\.de-/, "across", `import { across as english } from ${text("across.en.ts")}; export const across = pseudoTable(english);`],
  [
    /^received\.de-/,
    "received",
    `import { received as english } from ${text("received.en.ts")}; export const received = pseudoTable(english);`,
  ],
  [/^lab\.de-/, "lab", `import { lab as english } from ${text("lab.en.ts")}; export const lab = pseudoTable(english);`],
];

/** Puts this language in the place of German into a copy of what is built; returns how many files it took. */
export async function speakPseudo(folder) {
  let replaced = 0;
  for (const file of await readdir(folder)) {
    const candidates = TABLES.filter(([name]) => name.test(file) && file.endsWith(".js"));
    if (candidates.length === 0) continue;
    const german = await readFile(join(folder, file), "utf8");
    const [, , contents] = candidates.find(([, key]) => german.includes(key)) ?? [];
    if (!contents) throw new Error(`${file} has words that no table is known for`);
    const header = `import { pseudo, pseudoTable } from "pseudo";`;
    const { outputFiles } = await build({
      stdin: { contents: header + contents, resolveDir: root, loader: "ts" },
      bundle: true,
      format: "esm",
      target: "es2022",
      write: false,
      plugins: [itself],
    });
    await writeFile(join(folder, file), outputFiles[0].contents);
    replaced += 1;
  }
  return replaced;
}

/** The two functions above, as a page may import them. */
const itself = {
  name: "pseudo",
  setup(esbuild) {
    esbuild.onResolve({ filter: /^pseudo$/ }, ({ path }) => ({ path, namespace: "pseudo" }));
    esbuild.onLoad({ filter: /./, namespace: "pseudo" }, () => ({
      contents: `const PLAIN = "${PLAIN}", ACCENTED = "${ACCENTED}"; export ${pseudo} export ${pseudoTable}`,
    }));
  },
};

/**
 * Runs in the page: names what is drawn without brackets below the elements that a selector finds, and what sticks out of the window. What
 * respondents, guides and models wrote is not the screen's: it has `dir="auto"`, stands in `bdi`, or is `given` with names and dates.
 */
export function faultsOfPseudo(selector, given) {
  const found = new Set();
  const bare = (text) => {
    let rest = given.reduce((all, one) => all.replaceAll(one, ""), text);
    for (;;) {
      text = rest;
      rest = text.replace(/⟦[^⟦⟧]*⟧/g, "");
      if (rest === text) return text;
    }
  };
  const judge = (text, where) => {
    if (/\p{L}{2}/u.test(bare(text ?? ""))) found.add(`${where}: ${JSON.stringify(text.trim().slice(0, 70))} has no brackets`);
  };
  const OTHERS = "[dir=auto], bdi, code, pre, textarea, time, option[lang], style";
  const visit = (root) => {
    for (const one of root.querySelectorAll("*")) {
      if (one.shadowRoot) visit(one.shadowRoot);
      const name = `${one.localName}.${one.getAttribute("class") ?? ""}`;
      if (!one.closest(OTHERS)) {
        for (const node of one.childNodes) if (node.nodeType === 3) judge(node.data, name);
        for (const attribute of ["aria-label", "title", "placeholder", "alt", "aria-valuetext"])
          judge(one.getAttribute(attribute) ?? "", `${name}[${attribute}]`);
      }
      const box = one.getBoundingClientRect();
      if (box.width === 0 || one.closest("[hidden], svg, .unseen, .skip") || getComputedStyle(one).visibility !== "visible") continue;
      const range = document.createRange();
      for (const node of one.childNodes) {
        // The line below the name is cut off with an ellipsis.
        if (node.nodeType !== 3 || !node.data.trim() || one.closest(".under")) continue;
        range.selectNodeContents(node);
        // What is outside of where a line may begin is clipped there.
        const least = one.closest(".meta > *")?.parentElement.getBoundingClientRect().left + 17 || 0;
        for (const { left, right, width } of range.getClientRects())
          if (width > 0 && (left < least - 1 || right > innerWidth + 1))
            found.add(`${name} ${JSON.stringify(node.data.trim().slice(0, 40))} is cut off: ${Math.round(left)} to ${Math.round(right)}`);
      }
      if (one.closest(".meta")) continue;
      if (box.left < -1 || box.right > innerWidth + 1)
        found.add(
          `${name} ${JSON.stringify(one.textContent.trim().slice(0, 40))} sticks out: ${Math.round(box.left)} to ${Math.round(box.right)}`,
        );
      // A name is no column of single letters.
      if (one.matches(".name") && box.width < 90) found.add(`${name} has only ${Math.round(box.width)} px`);
      const pressed = one.matches("button, a, label, summary, th, td, h1, h2, h3, p");
      if (pressed && getComputedStyle(one).display !== "inline" && one.scrollWidth > one.clientWidth + 1)
        found.add(`${name} ${JSON.stringify(one.textContent.trim().slice(0, 40))} is wider than its box`);
    }
  };
  for (const one of document.querySelectorAll(selector)) {
    visit(one);
    if (one.shadowRoot) visit(one.shadowRoot);
  }
  if (document.documentElement.scrollWidth > innerWidth) found.add(`the page is ${document.documentElement.scrollWidth} px wide`);
  return [...found];
}
