import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { links, slug } from "./sources.mjs";

const pages = resolve(fileURLToPath(import.meta.url), "../../pages");
/** The path under which the site is served, with slashes at both ends. */
const base = process.env.COLLOQUY_BASE ?? "/";

const audiences = [
  { text: "Respondents", link: "/respondent" },
  { text: "Page owners", link: "/owner" },
  { text: "Developers", link: "/developer" },
  { text: "Operators", link: "/operator" },
  { text: "Contributors", link: "/contributor" },
];

const documents = [
  {
    text: "Using",
    items: [
      { text: "About Colloquy", link: "/project/about" },
      { text: "The package", link: "/project/package" },
      { text: "Examples", link: "/project/examples" },
      { text: "Changelog", link: "/project/changelog" },
    ],
  },
  {
    text: "Proxy",
    items: [
      { text: "Settings and paths", link: "/project/proxy" },
      { text: "Keeping it running", link: "/project/operating" },
    ],
  },
  {
    text: "Project",
    items: [
      { text: "Architecture", link: "/project/architecture" },
      { text: "Requirements", link: "/project/requirements" },
      { text: "Glossary", link: "/project/glossary" },
      { text: "What a visit weighs", link: "/project/size" },
      { text: "Threats and defences", link: "/project/threats" },
      { text: "Contributing", link: "/project/contributing" },
      { text: "Reporting a vulnerability", link: "/project/security" },
    ],
  },
];

const MODULES = ["colloquy", "colloquy/node", "colloquy/openai", "colloquy/ai-sdk", "colloquy/chrome", "colloquy/proxy"];
const GROUPS = { functions: "Functions", classes: "Classes", interfaces: "Interfaces", "type-aliases": "Types", variables: "Variables" };

/** The pages that TypeDoc wrote, by module and group. */
function reference() {
  return MODULES.map((module) => {
    const folder = join(pages, "reference", module);
    const groups = Object.entries(GROUPS).filter(([group]) => existsSync(join(folder, group)));
    return {
      text: module,
      link: `/reference/${module}/`,
      collapsed: module !== "colloquy",
      items: groups.map(([group, text]) => ({
        text,
        collapsed: group !== "functions",
        items: readdirSync(join(folder, group))
          .map((file) => file.replace(/\.md$/, ""))
          .sort((one, two) => one.localeCompare(two))
          .map((name) => ({ text: name, link: `/reference/${module}/${group}/${name}` })),
      })),
    };
  });
}

export default {
  base,
  srcDir: "pages",
  lang: "en",
  title: "Colloquy",
  description: "AI-led interviews in any web page: an engine in WebAssembly, a custom element, any model or none.",
  head: [["link", { rel: "icon", href: `${base}icon.svg`, type: "image/svg+xml" }]],
  // Links that lead nowhere fail the build.
  ignoreDeadLinks: false,
  markdown: {
    anchor: { slugify: slug },
    // Their plain variants have colours below the contrast of WCAG AA.
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    toc: { slugify: slug },
    headers: { slugify: slug },
    config: links,
  },
  vue: { template: { compilerOptions: { isCustomElement: (tag) => tag === "colloquy-interview" } } },
  themeConfig: {
    nav: [
      { text: "Guides", items: audiences },
      { text: "Documents", link: "/project/about", activeMatch: "^/project/" },
      { text: "Reference", link: "/reference/colloquy/", activeMatch: "^/reference/" },
    ],
    sidebar: {
      "/reference/": reference(),
      "/": [{ text: "Guides", items: audiences }, ...documents, { text: "Reference", link: "/reference/colloquy/" }],
    },
    outline: [2, 3],
    search: { provider: "local" },
    docFooter: { prev: false, next: false },
    footer: { message: "MIT or Apache-2.0, at your option. This site loads nothing from other hosts and has no trackers." },
  },
};
