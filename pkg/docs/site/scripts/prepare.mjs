// Puts together what the site shows beside its pages: the built element, and the reference of the package's public interface.
import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const site = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const project = resolve(site, "../../..");
const run = (file, ...args) => execFileSync(process.execPath, [file, ...args], { cwd: site, stdio: ["ignore", "ignore", "inherit"] });

if (!existsSync(join(project, "pkg/dist/element.js"))) {
  console.error("pkg/dist is not built: run `cargo xtask dist` first.");
  process.exit(1);
}
const built = join(site, "pages/public/colloquy");
rmSync(built, { recursive: true, force: true });
run(join(project, "pkg/bin/colloquy.mjs"), "copy", built, "--all");
copyFileSync(join(project, "www/app/public/icon.svg"), join(site, "pages/public/icon.svg"));

const reference = join(site, "pages/reference");
rmSync(reference, { recursive: true, force: true });
run(
  join(site, "node_modules/typedoc/bin/typedoc"),
  ...["--options", join(project, "tests/docs/typedoc.json"), "--emit", "docs", "--out", reference],
  ...["--plugin", "typedoc-plugin-markdown", "--plugin", "./scripts/entries.mjs"],
  ...["--entryFileName", "index.md", "--hidePageHeader", "--hideBreadcrumbs"],
);
console.log("The element and the reference are in pages/.");
