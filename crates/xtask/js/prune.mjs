// Deletes the type declarations of a package that none of its entries leads to: prune.mjs PACKAGE
// The compiler writes one for each source, of internals and of earlier builds too. Called by `cargo xtask dist`.
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

const folder = resolve(process.argv[2]);
const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
const reached = new Set();
const reach = (file) => {
  if (reached.has(file)) return;
  reached.add(file);
  const text = readFileSync(file, "utf8");
  for (const [, name] of text.matchAll(/\b(?:from\s*|import\s*\(?\s*)["'](\.[^"']+)["']/g)) {
    reach(resolve(dirname(file), name.replace(/(\.d\.ts|\.js)?$/, ".d.ts")));
  }
};
for (const { types } of Object.values(exports)) if (types) reach(join(folder, types));
for (const { name, parentPath } of readdirSync(join(folder, "dist"), { recursive: true, withFileTypes: true })) {
  const file = join(parentPath, name);
  // The glue's own declarations are read by the sources, and never packed.
  if (name.endsWith(".d.ts") && !reached.has(file) && !file.includes("/glue/")) rmSync(file);
}
