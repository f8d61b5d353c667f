// The report card of an interview, and of many. What each figure is, is said in ../README.md.
import { isDouble, judge, mishears } from "./acts.mjs";
import { asking, overlap, quotations, readingEase, shared, stems, unquoted, words } from "./words.mjs";

/** From this share of common stems on, a question is a near repeat of an earlier one. */
const NEAR = 0.6;
/** Answers from which a question could take something up. */
const SUBSTANTIVE = 10;
/** Most words of a lead that can be a brush-off. */
const LEAD = 10;
/** Questions that every interview has, whoever leads it. */
const EARLY = 4;
const FIRST_PERSON = /\b(?:I|I['’]\w+|me|my|mine|myself|we|our|ours|us)\b/;

/** A question with a word in place of what it quotes. */
const plainly = (text) => unquoted(text).replaceAll("…", "this");

/** Judges the exchanges of one interview. Questions that lead in a form are counted, and not judged. */
export function cardOf({ exchanges: all, language, pool, told, over, seconds }) {
  const exchanges = all.filter(({ form }) => !form);
  const acts = judge(exchanges, over, language);
  const flags = exchanges.map(() => []);
  for (const { at, act, met, faults } of acts) if (!met && flags[at + 1]) flags[at + 1].push(`after ${act}: ${faults.join(", ")}`);
  const quoted = [];
  let [doubles, repeats, near, brushed, takes, could, misheard] = [0, 0, 0, 0, 0, 0, 0];
  exchanges.forEach(({ question }, at) => {
    const { asks, leads } = asking(question);
    const before = exchanges.slice(0, at);
    const backed = before.at(-1)?.given.act?.act === "back";
    const found = quotations(question);
    if (found.length > 0) quoted.push(found);
    if (isDouble(question)) (doubles += 1), flags[at].push("two questions");
    if (before.some((one) => one.question === question)) (repeats += 1), flags[at].push("repeated");
    else if (!backed) {
      const mine = stems(unquoted(asks));
      const like = mine.size < 3 ? -1 : before.findIndex((one) => overlap(stems(unquoted(asking(one.question).asks)), mine) >= NEAR);
      if (like >= 0) (near += 1), flags[at].push(`near repeat of ${like + 1}`);
    }
    if (found.some((quote) => FIRST_PERSON.test(quote))) flags[at].push("first person quoted");
    const answered = before.at(-1)?.given;
    if ((answered?.kind === "told" || answered?.kind === "none") && mishears(question))
      (misheard += 1), flags[at].push("replies to what was not done");
    if (answered?.kind !== "told" || words(answered.text).length < SUBSTANTIVE) return;
    could += 1;
    const heard = stems(answered.text);
    if (shared(stems(question), heard) > 0) takes += 1;
    else if (leads !== "" && words(leads).length <= LEAD && quotations(leads).length === 0) (brushed += 1), flags[at].push("brush-off");
  });
  const text = exchanges.map(({ question }) => question);
  const answers = exchanges.map(({ given }) => given);
  const quotes = quoted.flat();
  return {
    acts,
    flags,
    sums: {
      interviews: 1,
      questions: exchanges.length,
      forms: all.length - exchanges.length,
      acts: acts.length,
      met: acts.filter(({ met }) => met).length,
      repairs: answers.filter(({ kind }) => kind === "repair").length,
      repeats,
      near,
      pool,
      told,
      early: answers.slice(0, EARLY).reduce((sum, { told }) => sum + (told ?? 0), 0),
      free: answers.filter(({ kind }) => kind === "told" || kind === "none" || kind === "repair").length,
      topics: new Set(answers.map(({ topic }) => topic).filter(Boolean)).size,
      answerWords: answers.reduce((sum, { text }) => sum + words(text).length, 0),
      questionWords: text.reduce((sum, one) => sum + words(one).length, 0),
      quoting: quoted.length,
      quotes: quotes.length,
      quoteWords: quotes.reduce((sum, one) => sum + words(one).length, 0),
      firstPerson: quotes.filter((quote) => FIRST_PERSON.test(quote)).length,
      doubles,
      brushed,
      misheard,
      takes,
      could,
      seconds,
    },
    // The formula is made for English.
    ease: language === "en" ? readingEase(text.map(plainly)) : null,
    text: language === "en" ? text.map(plainly) : [],
  };
}

/** The cards of many interviews as one. */
export function together(cards) {
  const sums = {};
  for (const { sums: one } of cards) for (const [key, value] of Object.entries(one)) sums[key] = (sums[key] ?? 0) + value;
  const acts = {};
  for (const { act, met } of cards.flatMap(({ acts }) => acts)) {
    acts[act] ??= { met: 0, of: 0 };
    acts[act].of += 1;
    if (met) acts[act].met += 1;
  }
  const faults = {};
  for (const { act, faults: all } of cards.flatMap(({ acts }) => acts))
    for (const fault of all) faults[`${act}: ${fault}`] = (faults[`${act}: ${fault}`] ?? 0) + 1;
  return { sums, acts, faults, ease: readingEase(cards.flatMap(({ text }) => text)) };
}

const share = (part, whole) => (whole > 0 ? `${((part / whole) * 100).toFixed(0)} %` : "–");
const mean = (sum, count) => (count > 0 ? (sum / count).toFixed(1) : "–");

/** The figures of a card in their order: what, how it is written, and whether less is better (−1), more (1), or neither (0). */
export const FIGURES = [
  ["acts met rightly", 1, ({ sums: s }) => `${s.met} of ${s.acts} (${share(s.met, s.acts)})`],
  ["repairs, per interview", -1, ({ sums: s }) => `${s.repairs} (${mean(s.repairs, s.interviews)})`],
  ["repeated questions", -1, ({ sums: s }) => `${s.repeats} (${share(s.repeats, s.questions)})`],
  ["near-repeated questions", -1, ({ sums: s }) => `${s.near} (${share(s.near, s.questions)})`],
  ["coverage of what there is to tell", 1, ({ sums: s }) => `${s.told} of ${s.pool} (${share(s.told, s.pool)})`],
  ["told in the first four questions", 1, ({ sums: s }) => mean(s.early, s.interviews)],
  ["told per free answer", 1, ({ sums: s }) => (s.told / s.free).toFixed(2)],
  ["told per subject touched", 1, ({ sums: s }) => (s.told / s.topics).toFixed(2)],
  ["words per answer", 0, ({ sums: s }) => mean(s.answerWords, s.questions)],
  ["takes up the answer", 1, ({ sums: s }) => `${s.takes} of ${s.could} (${share(s.takes, s.could)})`],
  ["replies to what was not done", -1, ({ sums: s }) => `${s.misheard}`],
  ["brush-off leads", -1, ({ sums: s }) => `${s.brushed} (${share(s.brushed, s.could)})`],
  ["questions that quote", 0, ({ sums: s }) => `${s.quoting} (${share(s.quoting, s.questions)})`],
  ["words per quotation", 0, ({ sums: s }) => mean(s.quoteWords, s.quotes)],
  ["quoted words in questions", 0, ({ sums: s }) => share(s.quoteWords, s.questionWords)],
  ["quotations in the first person", -1, ({ sums: s }) => `${s.firstPerson} (${share(s.firstPerson, s.quotes)})`],
  ["double questions", -1, ({ sums: s }) => `${s.doubles} (${share(s.doubles, s.questions)})`],
  ["words per question", 0, ({ sums: s }) => mean(s.questionWords, s.questions)],
  ["reading ease (Flesch)", 1, ({ ease }) => ease.toFixed(0)],
  ["questions per interview", 0, ({ sums: s }) => mean(s.questions, s.interviews)],
];
