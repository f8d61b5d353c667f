// What the engine does, as an engineer would write it in an afternoon in JavaScript: sentences, a pattern per kind of cue, a look to
// the left for what takes a cue back, and a Map of the pairs and threes of words. It lacks the engine's Markdown and HTML, its
// abbreviations (with `segmented`), nested quotations, adverbs anywhere in a cue, whose thinking leads to a cue, and what follows
// one; it has about half of the cues.

const functionWords = new Set(
  `a about above after again all almost already also always am among an and another any anything are around as at away back be became
  because become been before being below between both but by came can cannot come could did didn't do does doesn't doing don't done
  down during each either else enough even ever every everyone everything far few first for from further get gets getting give go goes
  going gone got had has have having he her here him his how however i i'd i'll i'm i've if in indeed instead into is isn't it it's its
  itself just keep kept last later least less let like lot made make makes many may maybe me might mine more most much must my myself
  need needed needs neither never next no nobody none nor not nothing now of off often on once one only or other our ours out over own
  per perhaps put quite rather really said same say see seem seems seen several shall she should since so some someone something
  sometimes soon still such take than that that's the their them then there these they thing things this those though through to
  together too took two under until up us use used very want wanted was wasn't way we well went were what when where whether which
  while who whom whose why will with within without would yes yet you your think thinks know knows feel felt guess mean realize
  realized learned honestly basically simply especially able`.split(/\s+/),
);

const adverbs = "(?:really |also |just |still |now |then |actually |always |only |slowly |often |probably |definitely )*";
const realize = "reali[sz](?:e|ed|ing)";
const insight = new RegExp(
  `\\b(?:${[
    `i(?:'ve| have| had)? ${adverbs}${realize}`,
    "i(?:'ve| have)? (?:learned|learnt)",
    `i(?:'m| am) ${adverbs}(?:learning|starting to (?:${realize}|see)) `,
    "i(?:'ve| have|'d| had)? never (?:thought|considered|imagined|expected|knew)",
    "i (?:have |had )?(?:noticed|discovered|found out|figured out) (?:that|how|why)",
    "i've (?:noticed|discovered) (?:that|how|why)",
    "i used to (?:think|believe|assume)",
    "i was (?:surprised|struck|amazed|fascinated) (?:that|by|how)",
    "(?:made|makes|make) me (?:realize|think|see|wonder|reconsider|question|reflect)",
    "(?:surprised|surprises|strikes|struck) me",
    "dawned on me",
    "hit me that",
    "occurred to me",
    "became clear to me",
    "it(?:'s| is| was) (?:interesting|fascinating|striking|surprising|remarkable) (?:that|how)",
    "(?:turns|turned) out",
    "(?:changed|changes|shifted) my (?:mind|view|perspective|thinking)",
    "(?:my |the )?(?:biggest|main|key|big) (?:takeaway|lesson|insight|learning)",
    "opened my eyes",
  ].join("|")})\\b`,
  "g",
);
const action = new RegExp(
  `\\b(?:${[
    `i ${adverbs}(?:should|ought to|must|need to|want to)`,
    `i(?:'ll| will| shall)`,
    `i(?:'m| am) ${adverbs}(?:going to|planning to|planning on|committed to|determined to)`,
    `i(?:'d| would) (?:like|love) to`,
    `i ${adverbs}(?:plan|intend|aim|commit|promise|resolve) to`,
    `i(?:'ve| have)(?: got)? to`,
    "i have decided to|i've decided to",
    "my next steps? (?:is|are|will)",
    "my (?:goal|plan|aim) is",
    "note to self",
  ].join("|")})\\b`,
  "g",
);
// Directly before a cue, or anywhere in the five words before it.
const blocked = /\b(?:if|unless|whether|when|whenever|why|how|where|what|should|could|would|do|did)\s*$/;
const denied =
  /\b(?:not|never|nobody|nothing|no|hardly|don't|didn't|doesn't|isn't|wasn't|wish|doubt|said|says|told|asked|he|she|they)\b[^.,;:!?]{0,30}$/;
const habit = /\b(?:whenever|every time|usually|sometimes|often|always|normally)\b/;

const word = /[\p{L}\p{N}]+(?:['-][\p{L}\p{N}]+)*/gu;
const breaks = /[^\s*_~`]/;
const address = /https?:\/\/\S+|\S+@\S+\.\w+/g;

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });

/** Cuts at the boundaries of Unicode, and at line ends. */
export function* segmented(text) {
  for (const { segment, index } of segmenter.segment(text)) {
    const sentence = segment.trim();
    if (sentence) yield { sentence, start: index + segment.indexOf(sentence) };
  }
}

const ends = /[^\s.!?…\n](?:[^.!?…\n]|[.!?…](?!["”’)]*(?:\s|$)))*[.!?…]*["”’)]*/g;
const abbreviation = /(?:^|\s)(?:Dr|Mr|Mrs|Ms|Prof|St|e\.g|i\.e|etc|vs|No|p\.m|a\.m)\.$/;

/** Cuts behind closing punctuation with a space behind it, unless an abbreviation stands before it. */
export function* split(text) {
  let from = -1;
  ends.lastIndex = 0;
  for (let match = ends.exec(text); match; match = ends.exec(text)) {
    if (from < 0) from = match.index;
    const sentence = text.slice(from, ends.lastIndex);
    if (abbreviation.test(sentence) && text[ends.lastIndex] === " ") continue;
    yield { sentence, start: from };
    from = -1;
  }
  if (from >= 0) yield { sentence: text.slice(from).trimEnd(), start: from };
}

const quoted = (sentence, at) => {
  let inside = false;
  for (let place = 0; place < at; place += 1) {
    const mark = sentence[place];
    if (mark === '"') inside = !inside;
    else if (mark === "“") inside = true;
    else if (mark === "”") inside = false;
  }
  return inside;
};

const shows = (pattern, sentence, isAction) => {
  for (const match of sentence.matchAll(pattern)) {
    const before = sentence.slice(0, match.index);
    if (quoted(sentence, match.index) || denied.test(before) || (isAction && (blocked.test(before) || habit.test(before)))) continue;
    if (isAction && /^ (?:not|never|say|admit|have)\b/.test(sentence.slice(match.index + match[0].length))) continue;
    return true;
  }
  return false;
};

/**
 * Draws insights, actions and themes from answers.
 * @param {string[]} texts
 * @param {(text: string) => Iterable<{ sentence: string, start: number }>} sentences {@link segmented} or {@link split}
 */
export function extract(texts, sentences) {
  const insights = [];
  const actions = [];
  const seenInsights = new Set();
  const seenActions = new Set();
  const phrases = new Map();
  let number = 0;
  const add = (list, seen, form, finding) => {
    if (seen.has(form)) return;
    seen.add(form);
    list.push(finding);
  };
  const count = (key, from, to, sentence) => {
    const known = phrases.get(key);
    if (!known) phrases.set(key, { text: sentence.slice(from, to), count: 1, last: number, sentences: 1 });
    else {
      known.count += 1;
      if (known.last !== number) {
        known.last = number;
        known.sentences += 1;
      }
    }
  };
  texts.forEach((text, answer) => {
    for (const { sentence, start } of sentences(text)) {
      number += 1;
      const lower = sentence.toLowerCase().replaceAll("’", "'");
      // Addresses are no words; their places stay.
      const language = lower.includes("://") || lower.includes("@") ? lower.replace(address, (found) => ".".repeat(found.length)) : lower;
      const words = [];
      let end = 0;
      const run = [];
      for (const match of language.matchAll(word)) {
        if (breaks.test(language.slice(end, match.index))) run.length = 0;
        const item = { word: match[0], start: match.index, plain: !functionWords.has(match[0]) && /\p{L}/u.test(match[0]) };
        end = match.index + match[0].length;
        words.push(match[0]);
        const [far, near] = run.slice(-2).length === 2 ? run.slice(-2) : [undefined, run.at(-1)];
        if (item.plain) {
          if (near?.plain) count(`${near.word} ${item.word}`, near.start, end, sentence);
          if (far?.plain) count(`${far.word} ${near.word} ${item.word}`, far.start, end, sentence);
        }
        run.push(item);
      }
      if (words.length === 0 || /\?["”’)]*$/.test(sentence)) continue;
      const finding = () => ({ text: sentence, answer, start, end: start + sentence.length });
      if (sentence.length >= 20 && shows(insight, lower, false)) add(insights, seenInsights, words.join(" "), finding());
      if (sentence.length >= 15 && shows(action, lower, true)) add(actions, seenActions, words.join(" "), finding());
    }
  });
  return { insights, actions, themes: themes(phrases) };
}

/** A longer phrase replaces the shorter ones in it, unless those were said twice outside of it. */
function themes(phrases) {
  const inside = new Map();
  const wanted = ({ count, sentences }) => count >= 2 && sentences >= 2;
  for (const [key, phrase] of phrases) {
    const words = key.split(" ");
    if (words.length < 3 || !wanted(phrase)) continue;
    for (const part of [`${words[0]} ${words[1]}`, `${words[1]} ${words[2]}`]) inside.set(part, (inside.get(part) ?? 0) + phrase.count);
  }
  return [...phrases]
    .filter(([key, phrase]) => wanted(phrase) && phrase.count - (inside.get(key) ?? 0) >= (inside.has(key) ? 2 : 0))
    .map(([, { text, count }]) => ({ text, count }))
    .sort((a, b) => b.count - a.count);
}
