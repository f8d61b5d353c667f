// Every export of interviews full of hostile text, read by parsers that are not ours: the text comes back, and nothing but text.
// In one browser: what is written out is decided by the engine, and read here outside of it.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { parse as parseCsv } from "csv-parse/sync";
import MarkdownIt from "markdown-it";
import { marked } from "marked";
import { parse as parseYaml } from "yaml";
import { root } from "./element-site.mjs";
import { browser, open } from "./harness/index.mjs";
import { hostile, random } from "./hostile-text.mjs";
import { servePolicy } from "./policy-site.mjs";

const SEEDS = 60;
const SOURCE = "https://example.org/episodes/12?a=b&c=d_e*f*";
const MARKDOWN = ["markdown", "narrative", "qa"];

const servers = [];
after(() => Promise.all(servers.map((server) => server.stop())));

async function opened(pages) {
  // Anything goes here: what an export may do is for the export to say.
  const server = await servePolicy(root, "default-src * 'unsafe-inline' 'unsafe-eval' data:", {
    "/": "<!doctype html><link rel=icon href=data:,><title>Exports</title>",
    ...pages,
  });
  servers.push(server);
  return open("/", { server });
}

/** What one interview is fed with. */
function feed(seed) {
  const next = random(seed);
  const short = (most, chars) => [...hostile(next, most)].slice(0, chars).join("");
  return {
    seed,
    title: short(4, 400),
    creator: short(3, 400),
    source_url: next() < 0.5 ? SOURCE : short(3, 400),
    notes: hostile(next, 20),
    answers: [hostile(next), hostile(next)],
    questions: [short(6, 900), short(6, 900)],
    finding: short(5, 900),
  };
}

/** Leads an interview in the page, then puts hostile questions into its session file, as only a model or a file could, and opens that. */
async function lead({ seed, title, creator, source_url, notes, answers, questions, finding }) {
  const { createInterview, init, openLibrary } = await import("./colloquy/index.js");
  await init();
  const library = await openLibrary();
  const material = { title, creator, source_url, texts: [{ name: "summary.md", text: notes }] };
  const first = await createInterview({
    guide: "reflective",
    subject: `hostile ${seed}`,
    limits: { questions: 2 },
    material,
    storage: "memory",
    pace: "instant",
  });
  if (first.view.phase === "consent") first.consent();
  for (const [place, text] of answers.entries()) {
    await first.until(({ phase, question }) => phase === "answering" && question.number === place + 1);
    first.answer(text);
  }
  await first.until(({ phase }) => phase === "review");
  first.editFindings({ add: { list: "insights", text: finding } });
  const file = JSON.parse(await first.export("session"));
  for (const { fact } of file.records) if (fact.asked) fact.asked.text = questions[fact.asked.number - 1];
  first.dispose();
  const { session } = await library.import(JSON.stringify(file));
  const interview = await library.open(session);
  const formats = ["markdown", "narrative", "qa", "html", "csv", "json", "session"];
  const out = Object.fromEntries(await Promise.all(formats.map(async (format) => [format, await interview.export(format)])));
  const parsed = new DOMParser().parseFromString(out.html, "text/html");
  const elements = [...parsed.querySelectorAll("*")].map((one) => ({
    name: one.localName,
    attributes: [...one.attributes].map(({ name, value }) => [name, value]),
  }));
  const texts = (selector) => [...parsed.querySelectorAll(selector)].map((one) => one.textContent);
  out.parsed = { elements, answers: texts("div.a"), questions: texts("p.q"), titles: texts("title, h1") };
  interview.dispose();
  library.close();
  return out;
}

/** A text as any export may write it: line breaks are spaces somewhere, controls are shown, what hides or turns is left out somewhere. */
const squeezed = (text) =>
  text
    .replace(/[\r\n\v\f\u0085\u2028\u2029]/g, " ")
    .replace(/[\u0000-\u0008\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g, "\ufffd")
    // biome-ignore lint/suspicious/noMisleadingCharacterClass: marks that join others are looked for one by one.
    .replace(/[\u00ad\u034f\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff0-\ufff8\u{e0000}-\u{e0fff}]/gu, "")
    .replace(/\s+/g, "");

const includes = (whole, part, why) =>
  assert.ok(squeezed(whole).includes(squeezed(part)), `${why}: ${JSON.stringify(part)} is not in\n${whole}`);

const markdownIt = new MarkdownIt({ html: true, linkify: true });
// Names alone (`example.org`) are no links in Markdown; addresses are.
markdownIt.linkify.set({ fuzzyLink: false });
const BLOCKS = /^(heading|paragraph|bullet_list|list_item|blockquote)_(open|close)$|^inline$/;
const INLINE = /^(text|text_special|softbreak|hardbreak)$|^(em|strong|link)_(open|close)$/;
const TOKENS = /^(heading|paragraph|list|list_item|blockquote|space|text|strong|em|br|escape|link|checkbox)$/;

/** Reads Markdown twice and gives its plain text; nothing in it may be more than text in paragraphs, lists and headings. */
function readMarkdown(text, why) {
  const plain = [];
  for (const token of markdownIt.parse(text, {})) {
    assert.match(token.type, BLOCKS, `${why}: ${token.content}`);
    for (const child of token.children ?? []) {
      assert.match(child.type, INLINE, `${why}: ${token.content}`);
      if (child.type === "link_open") assert.equal(child.attrGet("href"), SOURCE, `${why}: ${token.content}`);
      plain.push(child.content);
    }
  }
  const walk = (tokens) => {
    for (const token of tokens ?? []) {
      assert.match(token.type, TOKENS, `${why}: ${token.raw}`);
      if (token.type === "link") assert.equal(token.href, SOURCE, `${why}: ${token.raw}`);
      walk(token.tokens);
      walk(token.items);
    }
  };
  walk(marked.lexer(text));
  return plain.join("");
}

const HEADINGS = { markdown: 5, narrative: 2, qa: 1 };
const KEYS =
  "title,creator,source_url,interview_date,started_at,guide,template,status,questions_asked,questions_answered,substantive_answers,duration_minutes,average_response_words,interviewer,locale,session,engine";
const ELEMENTS = /^(html|head|meta|title|style|body|main|h1|h2|h3|dl|dt|dd|section|div|p|ul|li|a)$/;
const ATTRIBUTES = /^(lang|charset|http-equiv|content|name|class|id|dir|rel|href)$/;

test(`${browser}: exports of hostile text are text to every parser, and give it back`, async () => {
  const page = await opened();
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const fed = feed(seed);
    const out = await page.evaluate(lead, fed);
    const why = (what) => `seed ${seed}, ${what}`;

    let title = "";
    for (const format of MARKDOWN) {
      let text = out[format];
      if (format === "markdown") {
        const front = /^---\n([\s\S]*?)\n---\n/.exec(text);
        const read = parseYaml(front[1]);
        assert.equal(Object.keys(read).join(), KEYS, why("front matter"));
        // Notes are read before they are told: of their marks some are gone.
        assert.match(read.title, /word/, why("front matter"));
        title = read.title;
        assert.ok(
          Object.values(read).every((value) => ["string", "number"].includes(typeof value)),
          why("front matter"),
        );
        text = text.slice(front[0].length);
      }
      const plain = readMarkdown(text, why(format));
      const headings = markdownIt.parse(text, {}).filter(({ type }) => type === "heading_open").length;
      // A list has a heading where something is in it.
      const lists = format === "markdown" ? Object.values(JSON.parse(out.json).findings).filter(({ length }) => length > 0).length : 0;
      assert.equal(headings, HEADINGS[format] + lists, why(`${format} has ${headings} headings`));
      for (const answer of fed.answers) includes(plain, answer, why(format));
    }

    const rows = parseCsv(out.csv, { record_delimiter: "\r\n" });
    assert.deepEqual([rows.length, new Set(rows.map((row) => row.length)).size], [3, 1], why("csv"));
    for (const cell of rows.flat()) assert.doesNotMatch(cell, /^\s*[=+\-@＝＋－＠]/, why("csv"));
    for (const part of rows.flat().flatMap((cell) => cell.split(/[\n;\t]/).slice(1)))
      assert.doesNotMatch(part, /^[\s"]*[=@＝＠]/, why("csv where semicolons part the cells"));
    const [, ...answers] = rows.map((row) => row[7]);
    for (const [place, answer] of answers.entries())
      assert.equal(squeezed(answer).replaceAll("'", ""), squeezed(fed.answers[place]).replaceAll("'", ""), why("csv"));

    const json = JSON.parse(out.json);
    assert.deepEqual(
      json.exchanges.map(({ answer }) => answer),
      fed.answers.map((answer) => answer.trim()),
      why("json"),
    );
    const { records } = JSON.parse(out.session);
    const answered = records.map(({ fact }) => fact.answered?.text).filter((text) => text !== undefined);
    assert.deepEqual(
      answered,
      fed.answers.map((answer) => answer.trim()),
      why("session file"),
    );

    const { parsed } = out;
    for (const { name, attributes } of parsed.elements) {
      assert.match(name, ELEMENTS, why("html"));
      for (const [key, value] of attributes) {
        assert.match(key, ATTRIBUTES, why(`html, ${name}`));
        if (key === "href") assert.ok(/^#q\d$/.test(value) || value === SOURCE, why(`html, ${value}`));
        if (key === "id") assert.match(value, /^q\d$/, why("html"));
      }
    }
    assert.equal(parsed.answers.length, 2, why("html"));
    for (const [place, answer] of parsed.answers.entries()) assert.equal(squeezed(answer), squeezed(fed.answers[place]), why("html"));
    for (const [place, question] of parsed.questions.entries())
      assert.equal(squeezed(question), squeezed(fed.questions[place]), why("html"));
    for (const shown of parsed.titles) includes(shown, title, why("html"));
  }
  await page.close();
});

test(`${browser}: the page to print asks for nothing and runs nothing, even with markup in it that was let through`, async () => {
  const page = await opened();
  const { html } = await page.evaluate(lead, feed(3));
  const leak =
    "<img src=/leak-image><script src=/leak-script></script><script>document.title = 'ran'</script><base href=/leak/><form action=/leak-form><button>Send</button></form><iframe src=/leak-frame></iframe>";
  const broken = html.replace("<main>", `<main>${leak}`);
  assert.notEqual(broken, html);
  const printed = await opened({ "/broken.html": broken, "/whole.html": html });
  for (const name of ["whole", "broken"]) {
    await printed.goto(`/${name}.html`);
    const { title, base } = await printed.evaluate(() => ({ title: document.title, base: document.baseURI }));
    assert.notEqual(title, "ran");
    assert.match(base, new RegExp(`/${name}\\.html$`));
  }
  const asked = printed.server.requests.filter((path) => path.includes("leak"));
  assert.deepEqual(asked, []);
  await page.close();
  await printed.close();
});
