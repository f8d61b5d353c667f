// Which documents of the repository are pages of the site, and where links between them lead.
import { existsSync } from "node:fs";
import { posix, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The checkout. */
export const project = resolve(fileURLToPath(import.meta.url), "../../../../..");

/** Where files that are no pages can be read, such as `https://example.org/colloquy/blob/main/`; none while there is no public address. */
const FILES = process.env.COLLOQUY_FILES;

/** Documents by their paths in the repository, with their pages. Each page names its document as `source`, and includes it. */
export const SOURCES = {
  "README.md": "/project/about",
  "pkg/README.md": "/project/package",
  "pkg/examples/README.md": "/project/examples",
  "crates/proxy/README.md": "/project/proxy",
  "crates/proxy/OPERATING.md": "/project/operating",
  "crates/THREATS.md": "/project/threats",
  "crates/README.md": "/project/architecture",
  ".github/CONTRIBUTING.md": "/project/contributing",
  ".github/SECURITY.md": "/project/security",
  "pkg/docs/glossary.md": "/project/glossary",
  "pkg/docs/requirements.md": "/project/requirements",
  "pkg/docs/size.md": "/project/size",
  "pkg/CHANGELOG.md": "/project/changelog",
};

const PUBLIC = "pkg/docs/site/pages/public/";

/** The name of a heading in links, as GitHub makes it and as the documents write it. */
export function slug(heading) {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M} _-]/gu, "")
    .replaceAll(" ", "-");
}

/** What a path in a document stands for: a page, a picture or a file of the repository. A path that leads nowhere fails the build. */
function reach(source, address) {
  const [path, hash] = address.split("#");
  const target = posix.normalize(posix.join(posix.dirname(source), decodeURI(path)));
  const anchor = hash ? `#${hash}` : "";
  if (SOURCES[target]) return { page: SOURCES[target] + anchor };
  if (!existsSync(resolve(project, target))) throw new Error(`${source} links to ${target}, which is not there`);
  if (target.startsWith(PUBLIC)) return { picture: `/${target.slice(PUBLIC.length)}` };
  return { file: target };
}

const isRelative = (address) => !/^([a-z][a-z\d+.-]*:|[/#])/i.test(address);

/** Replaces a link to a file by its path: `[route](api/route.ts)` becomes “route” with the path behind it, as code. */
function showPath(Token, text, file) {
  // Lines may break after a slash, so that tables of paths fit.
  const html = file.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("/", "/<wbr>");
  const code = Object.assign(new Token("html_inline", "", 0), { content: `<code>${html}</code>` });
  const content = text.map((token) => token.content).join("");
  // A text that is a path itself, or the name of the file or its folder, says nothing that the path does not.
  const isName = file === content || file.split("/").includes(content);
  if (isName) return [code];
  const open = Object.assign(new Token("text", "", 0), { content: " (" });
  const close = Object.assign(new Token("text", "", 0), { content: ")" });
  return [...text, open, code, close];
}

/** Rewrites the links of one run of text. */
function rewrite(tokens, source, Token) {
  const out = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    const address = token.type === "link_open" ? token.attrGet("href") : null;
    if (address === null || !isRelative(address)) {
      out.push(token);
      continue;
    }
    const { page, file } = reach(source, address);
    const end = tokens.findIndex((one, place) => place > at && one.type === "link_close");
    if (page || FILES) {
      token.attrSet("href", page ?? FILES + file);
      out.push(token);
      continue;
    }
    out.push(...showPath(Token, tokens.slice(at + 1, end), file));
    at = end;
  }
  return out;
}

/** A plugin of markdown-it: leads the links of an included document to the site's pages. */
export function links(md) {
  md.core.ruler.push("colloquy-links", (state) => {
    const source = state.env.frontmatter?.source;
    if (!source) return;
    if (!SOURCES[source]) throw new Error(`${state.env.relativePath} includes ${source}, which is not in SOURCES`);
    for (const token of state.tokens) {
      if (token.type === "inline") token.children = rewrite(token.children, source, state.Token);
      if (token.type !== "html_block") continue;
      token.content = token.content.replace(/\b(src|srcset)="([^"]+)"/g, (all, name, address) => {
        if (!isRelative(address)) return all;
        const { picture } = reach(source, address);
        if (!picture) throw new Error(`${source} shows ${address}, which is not in ${PUBLIC}`);
        return `${name}="${picture}"`;
      });
    }
  });
}
