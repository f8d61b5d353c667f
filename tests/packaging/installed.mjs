// The packed tarball, installed in a folder of its own as a stranger would.
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** The checkout. */
export const project = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

/** Runs a program to its end; rejects with what it printed when it fails. */
export const run = promisify(execFile);

/** Packs and installs: the folder, what `npm pack` says of the tarball, a path inside of the installed package, and its end. */
export async function install() {
  const folder = await mkdtemp(join(tmpdir(), "colloquy-package-"));
  const { stdout } = await run("npm", ["pack", "--json", "--pack-destination", folder], { cwd: join(project, "pkg") });
  const answer = JSON.parse(stdout);
  // npm 12 and later answer with an object by package name.
  const [packed] = Array.isArray(answer) ? answer : Object.values(answer);
  await writeFile(join(folder, "package.json"), JSON.stringify({ name: "stranger", private: true, type: "module" }));
  // Offline: the package must bring everything it needs.
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", join(folder, packed.filename)], { cwd: folder });
  return {
    folder,
    packed,
    installed: (...parts) => join(folder, "node_modules/colloquy", ...parts),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
