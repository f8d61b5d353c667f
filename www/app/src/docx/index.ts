// A transcript as a Word document, made of the page that the engine writes: headings, paragraphs, lists and tables, by Word's own styles.
import { trustedMarkup } from "../trusted.js";
import { zip } from "./zip.js";

const NAMESPACE = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";
const TYPES = "application/vnd.openxmlformats-officedocument.wordprocessingml";
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** The styles by name, with their size in half points and what else is about them. */
const STYLES: readonly (readonly [id: string, name: string, half: number, more: string])[] = [
  ["Heading1", "heading 1", 36, "<w:b/>"],
  ["Heading2", "heading 2", 28, "<w:b/>"],
  ["Heading3", "heading 3", 22, "<w:b/>"],
  ["Question", "Question", 24, "<w:b/>"],
  ["Note", "Note", 20, "<w:i/>"],
];

/** Makes the document of a transcript's page. */
export function docxOf(page: string): Blob {
  const { body, documentElement } = new DOMParser().parseFromString(trustedMarkup(page), "text/html");
  const main = body.querySelector("main") ?? body;
  const content = [...main.children].map(blocks).join("");
  const rtl = documentElement.dir === "rtl" ? "<w:bidi/>" : "";
  return zip([
    [
      "[Content_Types].xml",
      `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="${TYPES}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
    ],
    [
      "_rels/.rels",
      `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="document" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    ],
    [
      "word/_rels/document.xml.rels",
      `${HEAD}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="styles" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ["word/styles.xml", styles()],
    [
      "word/document.xml",
      `${HEAD}<w:document xmlns:w="${NAMESPACE}"><w:body>${content}<w:sectPr><w:pgMar w:top="1134" w:right="1134" w:bottom="1134" w:left="1134" w:header="708" w:footer="708" w:gutter="0"/>${rtl}</w:sectPr></w:body></w:document>`,
    ],
  ]);
}

function styles(): string {
  const list = STYLES.map(
    ([id, name, half, more]) =>
      `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:pPr><w:keepNext/><w:spacing w:before="240" w:after="80"/></w:pPr><w:rPr>${more}<w:sz w:val="${half}"/></w:rPr></w:style>`,
  );
  return `${HEAD}<w:styles xmlns:w="${NAMESPACE}"><w:docDefaults><w:pPrDefault><w:pPr><w:spacing w:after="120" w:line="276" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>${list.join("")}</w:styles>`;
}

/** Writes an element of the page as paragraphs and tables. */
function blocks(element: Element): string {
  switch (element.localName) {
    case "h1":
    case "h2":
    case "h3":
      return paragraph(element.textContent, `Heading${element.localName.slice(1)}`);
    case "dl":
      return pairs(element);
    case "ul":
    case "ol":
      return [...element.children].map((item) => paragraph(`• ${item.textContent}`)).join("");
    case "table":
      return table(element);
    case "p":
      return paragraph(element.textContent, element.className === "q" ? "Question" : element.className === "n" ? "Note" : "");
    default:
      return element.children.length > 0 ? [...element.children].map(blocks).join("") : paragraph(element.textContent);
  }
}

/** Each name with its value on one line. */
function pairs(list: Element): string {
  const names = [...list.querySelectorAll("dt")];
  return names.map((name) => paragraph(`${name.textContent}: ${name.nextElementSibling?.textContent ?? ""}`)).join("");
}

function table(element: Element): string {
  const border = (side: string) => `<w:${side} w:val="single" w:sz="4" w:color="999999"/>`;
  const borders = ["top", "left", "bottom", "right", "insideH", "insideV"].map(border).join("");
  const rows = [...element.querySelectorAll("tr")].map((row) => {
    const cells = [...row.children].map((cell) => `<w:tc>${paragraph(cell.textContent)}</w:tc>`);
    return `<w:tr>${cells.join("")}</w:tr>`;
  });
  const columns = element.querySelector("tr")?.children.length ?? 1;
  const grid = "<w:gridCol/>".repeat(columns);
  return `<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/><w:tblBorders>${borders}</w:tblBorders></w:tblPr><w:tblGrid>${grid}</w:tblGrid>${rows.join("")}</w:tbl>${paragraph("")}`;
}

/** One paragraph of a style; its lines stay lines. */
function paragraph(text: string | null, style = ""): string {
  const lines = (text ?? "").trim().split("\n");
  const runs = lines.map(
    (line, place) => `${place > 0 ? "<w:r><w:br/></w:r>" : ""}<w:r><w:t xml:space="preserve">${escaped(line)}</w:t></w:r>`,
  );
  const bidi = /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text ?? "") ? "<w:bidi/>" : "";
  const about = style || bidi ? `<w:pPr>${style ? `<w:pStyle w:val="${style}"/>` : ""}${bidi}</w:pPr>` : "";
  return `<w:p>${about}${runs.join("")}</w:p>`;
}

/** Text as XML has it: marks are escaped, and what no XML may hold is left out. */
function escaped(text: string): string {
  return text
    .replace(/[^\t\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;");
}
