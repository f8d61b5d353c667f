// Notes that nobody tuned the engine to: made by a generator from a seed, and READMEs by other authors that lie on this machine.
import { readdir, readFile, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, join } from "node:path";

/** Numbers that follow from a seed (mulberry32). */
export function random(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const below = (end) => Math.floor(next() * end);
  return {
    next,
    below,
    between: (least, most) => least + below(most - least + 1),
    pick: (list) => list[below(list.length)],
    chance: (share) => next() < share,
    /** The list in another order. */
    shuffled: (list) => {
      const out = [...list];
      for (let at = out.length - 1; at > 0; at -= 1) {
        const other = below(at + 1);
        [out[at], out[other]] = [out[other], out[at]];
      }
      return out;
    },
  };
}

/** Words by language; a text is made of one of them, now and then of two. */
const WORDS = {
  en: "river meeting budget kiln late Monday plan quiet harvest signal ledger Ana because nobody answered the valve again morning while they waited for winter and a second opinion about release tests with care customers orchard protocol archive seven broken promise window habit travel".split(
    " ",
  ),
  de: "Übergabe Werkstatt Kaffee später Zeitplan Gewächshaus weil niemand fragte die Straße größer Prüfung Entwurf Donnerstag Mühle und trotzdem leise Vertrauen Gespräch über Äpfel Lieferung müde Köln Ärger nächste Woche Rückfrage".split(
    " ",
  ),
  fr: "réunion été déjà l’atelier où personne n’écoute le rythme garçon cœur naïf équipe livraison café bientôt pourtant parce que l’hiver façade mémoire silence".split(
    " ",
  ),
  es: "mañana reunión niño porque nadie contestó el taller otoño año pequeño camión después además entrega confianza".split(" "),
  tr: "toplantı sabah çünkü kimse gelmedi işçi ılık ağaç güneş öğle şehir ölçüm yağmur IŞIK İstanbul dağ".split(" "),
  ru: "встреча утро потому что никто не ответил склад осень мельница доверие план тишина отчёт ёлка следующая неделя".split(" "),
  el: "συνάντηση πρωί γιατί κανείς δεν απάντησε το εργαστήριο φθινόπωρο εμπιστοσύνη σχέδιο ησυχία".split(" "),
  ar: "اجتماع الصباح لأن أحدًا لم يجب الورشة الخريف الثقة خطة هدوء التسليم الأسبوع القادم سؤال المدينة".split(" "),
  he: "פגישה בוקר כי אף אחד לא ענה בית־מלאכה סתיו אמון תוכנית שקט משלוח השבוע הבא שאלה".split(" "),
  hi: "बैठक सुबह क्योंकि किसी ने जवाब नहीं दिया कार्यशाला शरद भरोसा योजना शांति".split(" "),
  zh: "会议 早上 因为 没有 人 回答 工坊 秋天 信任 计划 安静 交付 下周 问题 河流 预算".split(" "),
  ja: "会議 朝 だれも 答えなかった 工房 秋 信頼 計画 静けさ 納品 来週 質問 そして".split(" "),
  ko: "회의 아침 아무도 대답하지 않았다 공방 가을 신뢰 계획 고요 납품 다음주 질문".split(" "),
  th: "ประชุม เช้า เพราะ ไม่มี ใคร ตอบ โรงงาน ฤดูใบไม้ร่วง ความไว้วางใจ แผน".split(" "),
};
const SPEAKERS = ["Ana", "Ben", "Dr. Ōta", "M. d’Arc", "Søren", "王伟", "نور", "Speaker 1", "HOST"];
const SKILLS = [
  "Python",
  "Kubernetes",
  "PostgreSQL",
  "welding",
  "Excel",
  "C++",
  "Rust",
  "bookkeeping",
  "Kafka",
  "Figma",
  "TIG",
  "SAP",
  "Go",
  "R",
  ".NET",
];

/** Writes sentences in a language. */
function writer(rng, language) {
  const words = WORDS[language];
  const dense = /^(zh|ja|th)$/.test(language);
  const sentence = () => {
    const parts = Array.from({ length: rng.between(3, 18) }, () => rng.pick(words));
    const text = parts.join(dense ? "" : " ");
    const end = dense ? rng.pick(["。", "？", "！", "…"]) : rng.pick([".", ".", ".", "?", "!", "…", ";"]);
    return (text[0] ?? "").toUpperCase() + text.slice(1) + end;
  };
  const paragraph = () => Array.from({ length: rng.between(1, 6) }, sentence).join(dense ? "" : " ");
  const words_ = (count) => Array.from({ length: count }, () => rng.pick(words)).join(dense ? "" : " ");
  return { sentence, paragraph, words: words_ };
}

/** Blocks that notes are made of, each by a writer. */
const BLOCKS = {
  heading: (rng, w) => `${"#".repeat(rng.between(1, 5))} ${w.words(rng.between(1, 5))}`,
  underlined: (rng, w) => `${w.words(3)}\n${rng.pick(["===", "---"])}`,
  paragraph: (_, w) => w.paragraph(),
  wrapped: (_, w) => w.paragraph().replace(/(.{20,60}) /g, "$1\n"),
  list: (rng, w) =>
    Array.from(
      { length: rng.between(2, 12) },
      (_, at) => `${rng.chance(0.3) ? "  " : ""}${rng.pick(["-", "*", "+", `${at + 1}.`, "- [ ]", "•"])} ${w.sentence()}`,
    ).join("\n"),
  concepts: (rng, w) =>
    Array.from({ length: rng.between(1, 6) }, () => `- **${w.words(2)}**${rng.pick([": ", " — ", " "])}${w.sentence()}`).join("\n"),
  table: (rng, w) => {
    const columns = rng.between(1, 5);
    const row = () => `| ${Array.from({ length: columns }, () => w.words(rng.between(0, 3))).join(" | ")} |`;
    return [row(), `|${" --- |".repeat(columns)}`, ...Array.from({ length: rng.between(1, 8) }, row)].join("\n");
  },
  quote: (rng, w) =>
    `> ${rng.pick(["“", '"', "«", "„", ""])}${w.sentence()}${rng.pick(["”", '"', "»", "“", ""])}${rng.pick([` — ${rng.pick(SPEAKERS)} (${rng.below(90)}:${rng.between(10, 59)})`, "", `\n> ${w.sentence()}`, `\n>> ${w.sentence()}`])}`,
  spoken: (rng, w) =>
    Array.from(
      { length: rng.between(2, 9) },
      () => `${rng.pick(["", `[${rng.between(10, 59)}:${rng.between(10, 59)}] `])}${rng.pick(SPEAKERS)}: ${w.sentence()}`,
    ).join("\n"),
  chat: (rng, w) =>
    Array.from(
      { length: rng.between(3, 14) },
      () =>
        `[${rng.between(1, 12)}/${rng.between(1, 28)}/24, ${rng.between(0, 23)}:${rng.between(10, 59)}] ${rng.pick(SPEAKERS)}: ${rng.pick(["👍", "ok", "lol 😂", w.sentence(), w.sentence().toLowerCase()])}`,
    ).join("\n"),
  code: (rng, w) =>
    `\`\`\`${rng.pick(["", "js", "rust", "sh"])}\nconst ${rng.pick(["a", "b"])} = "${w.words(2)}"; // ${w.words(3)}\nif (a < b && "x") { return [1, 2]; }\n\`\`\`${rng.chance(0.15) ? "" : "\n"}`,
  indented: (_, w) => `    ${w.words(4)}\n    ${w.words(4)}`,
  html: (rng, w) =>
    `<div class="${w.words(1)}"><p>${w.sentence()}</p><br/>&nbsp;&amp;<script>${w.words(2)}</script><!-- ${w.words(3)} --></div>${rng.chance(0.2) ? "<" : ""}`,
  links: (_, w) =>
    `[${w.words(2)}](https://example.org/a?b=1&c=%20) ![${w.words(1)}](x.png) <https://example.org> [1]: http://example.org "${w.words(1)}"`,
  rule: (rng) => rng.pick(["---", "***", "___", "* * *"]),
  blank: (rng) => "\n".repeat(rng.between(2, 30)) + (rng.chance(0.5) ? " \t \n" : ""),
  figures: (rng) =>
    Array.from(
      { length: rng.between(2, 9) },
      () => `${rng.below(1e6)},${rng.next().toFixed(3)},${rng.between(1, 12)}.${rng.between(1, 28)}.2024`,
    ).join("\n"),
  resume: (rng, w) =>
    [
      `${rng.pick(["Ada", "Jürgen", "María"])} ${w.words(1)}`,
      `ada@example.org | +49 30 ${rng.below(1e7)}`,
      "",
      rng.pick(["EXPERIENCE", "## Berufserfahrung", "Work history", "Skills:"]),
      ...Array.from(
        { length: rng.between(1, 5) },
        () =>
          `${rng.between(1998, 2015)} – ${rng.pick(["2019", "today", "heute", "2022-05"])}  ${w.words(2)}, ${rng.pick(SKILLS)} for ${rng.between(1, 12)} years, ${rng.pick(["in production", "prototype", "alone", "team of 5"])}`,
      ),
      rng
        .shuffled(SKILLS)
        .slice(0, rng.between(1, 9))
        .join(rng.pick([", ", " · ", "\n- ", " / "])),
    ].join("\n"),
  long: (rng, w) => w.words(rng.between(300, 1200)),
  odd: (rng) =>
    rng.pick([
      "\u{feff}",
      "\u{200b}\u{200d}",
      "\u{202e}abc\u{202c}",
      "👩‍👩‍👧‍👦🏳️‍🌈",
      "\u{0301}\u{0301}e\u{0301}",
      "﷽",
      "ﬁ ǅ ß ſ İ",
      "\u{2028}",
      "a\tb\u{c}",
      "=^._.^=",
      "¯\\_(ツ)_/¯",
      "1. 2. 3.",
      "**",
      "__a_",
      "`",
      "|",
      ">",
      "#",
      "- ",
    ]),
};

/** Kinds of notes: which blocks, and how often. */
const SHAPES = {
  essay: { paragraph: 8, quote: 1 },
  outline: { heading: 4, list: 5, concepts: 3, paragraph: 2 },
  minutes: { heading: 2, spoken: 5, list: 3, table: 1, rule: 1 },
  chat: { chat: 8, blank: 1 },
  quotes: { quote: 6, spoken: 3 },
  resume: { resume: 4, list: 2, heading: 1 },
  code: { code: 4, paragraph: 3, heading: 2, indented: 1 },
  html: { html: 5, links: 3, paragraph: 2 },
  table: { table: 5, figures: 3, underlined: 2 },
  scraps: { odd: 5, blank: 3, paragraph: 1, wrapped: 2 },
  wall: { long: 3 },
  everything: Object.fromEntries(Object.keys(BLOCKS).map((name) => [name, 1])),
};
const NAMES = [
  "notes",
  "summary",
  "quotes",
  "key-concepts",
  "books-mentioned",
  "transcript",
  "resume",
  "chat export",
  "2024-05-03",
  "Ünïcode 名",
  "metadata",
  "README",
];
const FRONT = [
  (w) => `---\ntitle: ${w.words(3)}\ncreator: "${w.words(2)}"\nurl: https://example.org/\nduration: 42\n---\n`,
  (w) => `---\ntitle: '${w.words(2)}\n  : broken\n---\n`,
  (w) => `+++\ntitle = "${w.words(2)}"\n+++\n`,
  () => "---\n",
];

/** Makes one set of notes; sizes go from 200 bytes to 60 kB, small ones as often as large. */
function made(seed, number) {
  const rng = random(seed * 7919 + number);
  const shapes = Object.keys(SHAPES);
  const shape = shapes[number % shapes.length];
  const languages = Object.keys(WORDS);
  // Every language comes; every second text is English, as most notes are.
  const language = number % 2 === 0 ? "en" : languages[(number >> 1) % languages.length];
  const size = Math.round(200 * 300 ** rng.next());
  const names = rng.shuffled(NAMES);
  const blocks = Object.entries(SHAPES[shape]).flatMap(([name, weight]) => Array.from({ length: weight }, () => name));
  const files = rng.chance(0.35) ? rng.between(2, 6) : 1;
  const texts = Array.from({ length: files }, (_, file) => {
    const first = writer(rng, language);
    const second = writer(rng, rng.pick(languages));
    let text = rng.chance(0.2) ? rng.pick(FRONT)(first) : "";
    const separator = rng.pick(["\n\n", "\n\n", "\n\n", "\n", "\n\n\n\n"]);
    while (Buffer.byteLength(text) < size / files) text += BLOCKS[rng.pick(blocks)](rng, rng.chance(0.9) ? first : second) + separator;
    text = cut(text, Math.max(40, Math.ceil((size / files) * 1.2)));
    if (rng.chance(0.2)) text = text.replaceAll("\n", "\r\n");
    if (rng.chance(0.1)) text = text.replaceAll("\n", "\r");
    if (rng.chance(0.15)) text = `\u{feff}${text}`;
    return {
      name: `${names[file % names.length]}${file >= names.length ? file : ""}.${rng.pick(["md", "md", "md", "txt", "markdown"])}`,
      text,
    };
  });
  return described(`made ${number}: ${shape}, ${language}`, texts);
}

/** At most so many bytes, between characters. */
const cut = (text, bytes) =>
  Buffer.byteLength(text) <= bytes ? text : new TextDecoder().decode(Buffer.from(text).subarray(0, bytes)).replace(/\u{fffd}+$/u, "");

const described = (name, texts) => ({ name, texts, bytes: texts.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0) });

/** READMEs and other Markdown by other authors below a folder, at most `most`, breadth first. */
async function below(folder, most) {
  const found = [];
  let level = [folder];
  for (let depth = 0; depth < 4 && level.length > 0 && found.length < most; depth += 1) {
    const next = [];
    for (const one of level) {
      const entries = await readdir(one, { withFileTypes: true }).catch(() => []);
      for (const entry of entries) {
        const path = join(one, entry.name);
        if (entry.isDirectory() && !/^(\.|target$|dist$|test|fixtures)/.test(entry.name)) next.push(path);
        else if (entry.isFile() && /\.(md|markdown)$/i.test(entry.name) && !/licen[cs]e|code_of_conduct/i.test(entry.name))
          found.push(path);
      }
    }
    level = next;
  }
  return found.slice(0, most);
}

/** Texts by other authors on this machine, chosen by seed; empty where there are none. */
async function found(root, seed, count) {
  const cargo = join(process.env.CARGO_HOME ?? join(homedir(), ".cargo"), "registry/src");
  const places = [join(root, "node_modules"), cargo];
  const files = (await Promise.all(places.map((place) => below(place, 4_000)))).flat().sort();
  const sizes = await Promise.all(files.map(async (file) => [file, (await stat(file)).size]));
  const fitting = sizes.filter(([, size]) => size >= 200 && size <= 60_000).map(([file]) => file);
  const chosen = random(seed).shuffled(fitting).slice(0, count);
  const texts = await Promise.all(
    chosen.map(async (file) =>
      described(`${file.split("/").slice(-2)[0]}/${basename(file)}`, [
        { name: basename(file).replace(/[^\w. -]/g, "_"), text: await readFile(file, "utf8") },
      ]),
    ),
  );
  return { texts, of: fitting.length };
}

/**
 * All materials: `{ texts, made, found, of }`, each text `{ name, texts: [{ name, text }], bytes }`. Those on this machine differ from one
 * machine to the next; none is copied into the project.
 */
export async function materials(root, { seed, made: count, found: others }) {
  const own = Array.from({ length: count }, (_, number) => made(seed, number));
  const foreign = await found(root, seed, others);
  return { texts: [...own, ...foreign.texts], made: own.length, found: foreign.texts.length, of: foreign.of };
}
