// What frameworks and editors read of the element in the packed tarball: wrong attributes are errors there, and right ones are not.
import assert from "node:assert/strict";
import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { frameworks } from "./frameworks.types.mjs";
import { install, project, run } from "./installed.mjs";

let place;

before(async () => {
  place = await install();
  for (const name of ["react", "@types/react", "csstype", "preact", "solid-js", "seroval", "vue", "@vue", "svelte"]) {
    const path = join(place.folder, "node_modules", name);
    await mkdir(dirname(path), { recursive: true });
    await symlink(join(project, "node_modules", name), path);
  }
});

after(() => place.remove());

for (const { name, ending, options, head, good, bad } of frameworks) {
  test(`the types for ${name} take what the element has and refuse what it has not`, async () => {
    const folder = join(place.folder, name.toLowerCase());
    await mkdir(folder);
    const files = [good, ...bad].map((text, at) => [`${at ? `bad${at}` : "good"}.${ending}`, `${head}${text}\n`]);
    for (const [file, text] of files) await writeFile(join(folder, file), text);
    const compilerOptions = {
      module: "ESNext",
      moduleResolution: "bundler",
      target: "ES2022",
      lib: ["ES2023", "DOM", "DOM.Iterable"],
      strict: true,
      noEmit: true,
      types: [],
      // Those of the frameworks themselves are not ours to judge.
      skipLibCheck: true,
      ...options,
    };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: files.map(([file]) => file) }));
    const tsc = join(project, "node_modules/typescript/bin/tsc");
    const { stdout } = await run(process.execPath, [tsc, "--project", folder], { cwd: folder }).catch((error) => error);
    const found = (file) => stdout.split("\n").filter((line) => line.startsWith(`${file}(`));
    assert.deepEqual(found(files[0][0]), [], stdout);
    // The value is what is wrong, and not that a name were unknown.
    for (const [file, text] of files.slice(1)) assert.match(found(file).join(), /TS(2322|2339|2345|2769)/, `${text}\n${stdout}`);
  });
}

test("editors read of the element's attributes, with their values, and of its custom properties", async () => {
  const json = async (name) => JSON.parse(await readFile(place.installed(name), "utf8"));
  const manifest = await json("package.json");
  const { modules } = await json(manifest.customElements);
  const [element] = modules[0].declarations;
  const names = (list) => list.map(({ name }) => name);
  const webTypes = await json(manifest["web-types"]);
  assert.equal(webTypes.version, manifest.version);
  const [described] = webTypes.contributions.html.elements;
  const html = await json("dist/vscode.html-data.json");
  const css = await json("dist/vscode.css-data.json");
  for (const { name, attributes } of [described, html.tags[0]]) {
    assert.equal(name, element.tagName);
    assert.deepEqual(names(attributes), names(element.attributes));
  }
  assert.deepEqual(names(html.tags[0].attributes.find(({ name }) => name === "theme").values), ["light", "dark"]);
  assert.deepEqual(names(described.js.events), names(element.events));
  assert.deepEqual(names(css.properties), names(element.cssProperties));
  assert.deepEqual(names(described.css.properties), names(element.cssProperties));
});

/** How much two colours differ, from 1 to 21 (WCAG 2.2, contrast ratio). */
function contrast(...colours) {
  const [low, high] = colours
    .map((colour) => {
      const [red, green, blue] = [1, 3, 5].map((at) => {
        const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    })
    .sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

test("each theme can be read on every surface, light and dark", async () => {
  const surfaces = ["paper", "raised", "sunken"];
  const pairs = [
    ...["ink", "ink-2", "ink-3", "accent", "accent-strong", "warn", "danger"].flatMap((text) => surfaces.map((on) => [text, on, 4.5])),
    ...["ink", "accent", "accent-strong"].map((text) => [text, "accent-soft", 4.5]),
    ...["accent", "accent-strong"].map((on) => ["on-accent", on, 4.5]),
    ["warn", "warn-soft", 4.5],
    ["danger", "danger-soft", 4.5],
    ...surfaces.map((on) => ["edge", on, 3]),
  ];
  const folder = join(place.folder, "node_modules/colloquy/dist/themes");
  const names = (await readdir(folder)).toSorted();
  assert.equal(names.length, 5, names.join());
  for (const name of names) {
    const text = await readFile(join(folder, name), "utf8");
    assert.doesNotMatch(text, /^\s*(?!--cq-)[\w-]+:[^{]*;$/m, `${name} sets more than custom properties`);
    const rules = [...text.matchAll(/\{([^{}]*)\}/g)].map(([, body]) =>
      Object.fromEntries([...body.matchAll(/--cq-([\w-]+): (#[\da-f]{6});/g)].map(([, key, value]) => [key, value])),
    );
    const [light, dark, chosen] = rules;
    assert.deepEqual(dark, chosen, `${name} is dark in two ways`);
    for (const [scheme, colours] of Object.entries({ light, dark })) {
      for (const [text, on, least] of pairs) {
        const found = contrast(colours[text], colours[on]);
        assert.ok(found >= least, `${name}, ${scheme}: ${text} on ${on} has ${found.toFixed(2)}`);
      }
    }
  }
});
