// Writes the themes of the element into a folder, made of pkg/themes.json and the element's manifest: themes.mjs MANIFEST FOLDER
// Each is a style sheet of custom properties alone. Called by `cargo xtask dist`.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");
const [manifest, folder] = process.argv.slice(2);
const themes = JSON.parse(await readFile(join(root, "pkg/themes.json"), "utf8"));
const { modules } = JSON.parse(await readFile(manifest, "utf8"));
const { tagName: tag, cssProperties } = modules[0].declarations.find(({ tagName }) => tagName);
const known = new Set(cssProperties.map(({ name }) => name));

/** A rule with custom properties, which the element must know. */
function rule(selector, values, indent = "") {
  const lines = Object.entries(values).map(([name, value]) => {
    if (!known.has(`--cq-${name}`)) throw new Error(`pkg/themes.json: the element has no --cq-${name}`);
    return `${indent}  --cq-${name}: ${value};\n`;
  });
  return `${indent}${selector} {\n${lines.join("")}${indent}}\n`;
}

await mkdir(folder, { recursive: true });
for (const [name, { shape, light, dark }] of Object.entries(themes)) {
  const text = [
    `/* The theme “${name}” of <${tag}>. Dark values count where the element is dark by itself: by its attribute \`theme\`, its page or its reader. */\n`,
    rule(tag, { ...light, ...shape }),
    "@media (prefers-color-scheme: dark) {\n",
    rule(`${tag}:not([theme="light"], [data-scheme="light"])`, dark, "  "),
    "}\n",
    rule(`${tag}[theme="dark"],\n${tag}[data-scheme="dark"]:not([theme="light"])`, dark),
  ];
  await writeFile(join(folder, `${name}.css`), text.join(""));
}
