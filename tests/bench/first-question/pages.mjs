// The pages that are compared: each embeds one thing to be asked by, as its own documentation says, with what it needs beside it.
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, "../../..");

const page = (head, body) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>A few questions</title>
<link rel="icon" href="data:,">
${head}
</head>
<body>
<h1>A few questions</h1>
${body}
</body>
</html>
`;

/** The hints that the package's documentation gives to hosts, with their addresses moved to where the package is served here. */
const hints = async () => {
  const readme = await readFile(join(root, "pkg/README.md"), "utf8");
  const links = readme.match(/^<link rel="(?:modulepreload|preload)".*>$/gm) ?? [];
  return links.map((link) => link.replace(/href="[^"]*\/colloquy\//, 'href="colloquy/')).join("\n");
};

const bundle = (entry, out) =>
  build({
    entryPoints: [join(here, entry)],
    outfile: join(out, "page.js"),
    bundle: true,
    format: "esm",
    minify: true,
    target: "es2022",
    legalComments: "none",
    logLevel: "error",
  });

/**
 * The cases by name: `make` writes the page's folder; `question` and `box` find, in the page or in a shadow root, the text that is
 * asked and what it is answered in. Where there is no question, the page is ready when its heading is shown.
 */
export const CASES = {
  empty: {
    question: "h1",
    box: null,
    make: (out) => writeFile(join(out, "index.html"), page("", "")),
  },
  colloquy: {
    question: '.log [data-question="1"], .question',
    box: "textarea",
    async make(out) {
      await cp(join(root, "pkg/dist"), join(out, "colloquy"), { recursive: true });
      const body = `<colloquy-interview guide="reflective" subject="episode-41"></colloquy-interview>
<script type="module">
import "./colloquy/element.js";
document.querySelector("colloquy-interview").material = globalThis.notes;
</script>`;
      await writeFile(join(out, "index.html"), page(await hints(), body));
    },
  },
  "deep-chat": {
    question: ".message-bubble",
    box: "#text-input",
    async make(out) {
      await bundle("deep-chat.js", out);
      await writeFile(join(out, "index.html"), page('<script type="module" src="page.js"></script>', "<deep-chat></deep-chat>"));
    },
  },
  SurveyJS: {
    question: ".sd-question__title, .sv-question__title, h5",
    box: "input[type=text], textarea",
    async make(out) {
      await bundle("surveyjs.js", out);
      const head = '<link rel="stylesheet" href="page.css">\n<script type="module" src="page.js"></script>';
      await writeFile(join(out, "index.html"), page(head, '<div id="surveyContainer"></div>'));
    },
  },
};

/** Writes every page into a folder of its own below `folder`. */
export const writePages = async (folder) => {
  for (const [name, { make }] of Object.entries(CASES)) {
    const out = join(folder, name);
    await mkdir(out, { recursive: true });
    await make(out);
  }
};
