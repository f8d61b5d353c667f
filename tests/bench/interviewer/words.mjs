// Texts as the mind of a persona and the report card see them: sentences, quotations, stems, syllables.

/** Words that say nothing of a subject, in the four languages of the personas. */
const FUNCTION_WORDS = new Set(
  `a about after again all also am an and any anybody anything are as at be because been before being but by can come comes could did do does doing done each
  either else even ever every few first for from get go goes going had has have having he her here him his how however i if in into is it its itself just know
  last least less let like look made make many may me mean might mine more most much must my myself never next no nobody not nothing now of off often on
  once one only or other others our ours out over own part perhaps please put rather really right said same say see shall she should since so some somebody
  somebody something still such take tell than thank thanks that the their them then there these they thing things think this those through till to today
  together too two under until up upon us use used very was way we well went were what whatever when where whether which while who whom whose why will with
  within without won word words would yet you your yours yourself
  der die das den dem des ein eine einen einem einer und oder aber ich du er sie es wir ihr mich mir dich ist sind war waren bin hat habe haben nicht kein keine
  zu zum zur von vom mit auf an am im in aus bei nach für über wie was wer wo wann warum welche welcher welches sich auch noch schon nur dann da so als wenn dass
  el la los las un una unos unas y o pero yo tú él ella nosotros me te se mi su que qué quién cómo cuándo dónde por para con sin de del al en es son era fue no sí ya más
  le les des une et ou mais je tu il elle nous vous ils ne pas plus mon ma mes son sa ses ce cette ces que qui quoi comment quand où pour par avec sans dans sur est sont était
  à au aux du en y`.split(/\s+/),
);

/** A word without its usual endings; the same for “oven”, “ovens” and “oven’s”. */
export function stem(word) {
  const plain = word
    .toLowerCase()
    .replace(/[’']s$/, "")
    .replace(/[’']/g, "");
  for (const end of ["ations", "ation", "ingly", "ings", "ing", "edly", "ied", "ies", "ers", "er", "ed", "es", "ly", "en", "s", "e"])
    if (plain.length - end.length >= 4 && plain.endsWith(end)) return plain.slice(0, -end.length);
  return plain;
}

/** Every word of a text as it is written. */
export const words = (text) => text.match(/[\p{L}\p{N}][\p{L}\p{N}’'+#-]*/gu) ?? [];

/** The stems of a text that say what it is about. */
export const stems = (text) =>
  new Set(
    words(text)
      .filter((word) => !FUNCTION_WORDS.has(word.toLowerCase().replace(/[’'].*$/, "")))
      .map(stem),
  );

/** Quotations, without their marks. */
export const quotations = (text) => [...text.matchAll(/[“"„«]([^“”"„«»]+)[”"“»]/g)].map(([, inside]) => inside.trim());

/** A text with its quotations taken out. */
export const unquoted = (text) => text.replace(/[“"„«][^“”"„«»]+[”"“»]/g, "…");

/** Sentences, quotations kept whole. */
export function sentences(text) {
  const kept = [];
  const bare = text.replace(/[“"„«][^“”"„«»]+[”"“»]/g, (whole) => `\u0001${kept.push(whole) - 1}\u0001`);
  return (bare.match(/[^.!?…]+(?:[.!?…]+|$)/g) ?? [])
    .map((one) => one.replace(/\u0001(\d+)\u0001/g, (_, at) => kept[at]).trim())
    .filter((one) => words(one).length > 0);
}

/** The sentences of a question that ask, and those that lead to them. */
export function asking(text) {
  const all = sentences(text);
  const asks = all.filter((one) => /\?/.test(unquoted(one)));
  return {
    asks: (asks.length > 0 ? asks : all.slice(-1)).join(" "),
    leads: asks.length > 0 ? all.slice(0, all.indexOf(asks[0])).join(" ") : "",
  };
}

/** How much of two sets is in both: 0 to 1. */
export function overlap(one, other) {
  const both = [...one].filter((word) => other.has(word)).length;
  return both === 0 ? 0 : both / (one.size + other.size - both);
}

/** How many stems of one set are in the other. */
export const shared = (one, other) => [...one].filter((word) => other.has(word)).length;

/** Syllables of an English word, as readability formulas count them. */
function syllables(word) {
  const plain = word.toLowerCase().replace(/[^a-z]/g, "");
  if (plain.length <= 3) return 1;
  const groups = plain
    .replace(/(?:[^laeiouy]es|ed|[^laeiouy]e)$/, "")
    .replace(/^y/, "")
    .match(/[aeiouy]{1,2}/g);
  return Math.max(1, groups?.length ?? 1);
}

/** Flesch reading ease: 60 to 70 is plain English, higher is easier. */
export function readingEase(texts) {
  const lines = texts.flatMap(sentences);
  const all = lines.flatMap(words);
  if (all.length === 0) return NaN;
  const spoken = all.reduce((sum, word) => sum + syllables(word), 0);
  return 206.835 - 1.015 * (all.length / lines.length) - 84.6 * (spoken / all.length);
}

/** Says whether a language other than English is what a text is written in, by its smallest words. */
export function isIn(language, text) {
  const small = {
    de: /\b(?:der|die|das|und|ist|nicht|sie|ich|was|wie|ein|eine)\b/gi,
    es: /\b(?:el|la|los|que|qué|y|es|usted|una?|de|cómo|por)\b/gi,
    fr: /\b(?:le|la|les|que|et|est|vous|une?|de|des|pour)\b/gi,
  }[language];
  return small !== undefined && (text.match(small)?.length ?? 0) >= Math.max(2, words(text).length / 6);
}

/** Says whether a question is in a language, or says something about languages. */
export const hearsLanguage = (language, text) =>
  isIn(language, unquoted(text)) || /\b(?:English|German|Deutsch|Spanish|español|French|français|language)\b/i.test(text);
