// Whether what comes after something that a respondent did is right. Each check is given the act, what was asked before it, what is
// asked next, and everything asked from then on; it returns what is wrong, nothing when it is met.
import { asking, hearsLanguage, overlap, quotations, shared, stem, stems, unquoted, words } from "./words.mjs";

// What is looked for, in the four languages that personas write.
const SORRY =
  /(?:^|[.,!] )sorry\b|\bI(?:['’]m| am) (?:so )?sorry|\b(?:apolog|fair (?:point|enough)|you(?:['’]re| are) right|understood|my mistake|I (?:got|had) (?:that|it) wrong|tut mir leid|Entschuldigung|haben Recht|lo siento|tiene(?:s)? razón|perdón|désolé|pardon|vous avez raison)/i;
const THANKS = /thank|putting that right|correct|I see|\bdanke?\b|gracias|merci/i;
const PERSON =
  /crisis line|hotline|helpline|emergency|samaritans|lifeline|doctor|therapist|somebody (?:you trust|close|near)|someone (?:you trust|close|near)|person nearest|\b(?:112|911|988|999)\b/i;
const TENDER =
  /(?:^|[.,!] )sorry\b|\bI(?:['’]m| am) (?:so )?sorry|thank you for (?:telling|saying)|take (?:your|the|all)|no hurry|no need|leave it|would you (?:rather|like)|only if you|that (?:sounds|must)|tut mir leid|lo siento|désolé/i;
const READER =
  /nobody reads|no one reads|\bprogram|stored|device|kept|who (?:reads|gets|sees)|agreed to|shared with|confidential|niemand liest|Programm|nadie lee|personne ne lit/i;
const END =
  /\bfinish\b|end here|stop here|we (?:stop|end|are done|leave it)|leave it (?:here|there|for today)|that is all|close[sd]? the interview|Beenden|hier auf|terminar|arrêter/i;
const OTHERWISE =
  /differently|more simply|i mean|in other words|another way|for example|for instance|i meant|let me put|put it|too abstract|either is fine|ich meine|anders gesagt|zum Beispiel|einfacher|quiero decir|por ejemplo|je veux dire|par exemple|autrement/i;

const CONDOLES = /\bI(?:['’]m| am) (?:so )?sorry\b/i;
/** What only an answer of a certain sort can be replied to with. */
const REACTS =
  /(?:^|[.,!] )sorry\b|\bI(?:['’]m| am) (?:so )?sorry|\byou did, |you(?:['’]re| are) right|fair (?:point|enough)|putting that right|I (?:got|had) that wrong|too abstract|let me (?:say it more simply|put it differently)|^gladly\b|\bI am (?:only )?a program|we leave that|stays closed|crisis line|take the time|“Finish”/i;

/** Says whether a question replies to something that an answer which only told something did not do. */
export const mishears = (question) => REACTS.test(unquoted(question)) || /“Finish”/.test(question);

/** Says whether a question quotes words of a text. */
const quotes = (question, text) =>
  quotations(question).some(
    (quote) => words(quote).length >= 2 && text.toLowerCase().includes(quote.replace(/[….,;!?]+$/, "").toLowerCase()),
  );
/** Says whether the asking part of a question has one of these words. */
const asksFor = (question, subjects) => {
  const found = stems(asking(question).asks);
  return subjects.some((subject) => found.has(stem(subject)));
};
const wrong = (...faults) => faults.filter(Boolean);

export const CHECKS = {
  /** Asks what is meant: the same in other words, and nothing made of the words that asked. */
  back: ({ act, before, next }) =>
    wrong(
      next === before && "the same words again",
      quotes(next, act.say) && "quotes the question back",
      shared(stems(asking(next).asks), stems(before)) === 0 && !OTHERWISE.test(next) && "asks something else",
    ),
  /** Refuses a subject: it is in no later question and in no quotation. */
  refusal: ({ act, next, rest }) =>
    wrong(
      quotes(next, act.say) && "quotes the refusal",
      rest.some((one) => asksFor(one, act.subject) || quotations(one).some((quote) => asksFor(`${quote}?`, act.subject))) &&
        "comes back to it",
    ),
  /** Corrects what was assumed: the wrong thing is not said again, and the right one is heard or thanked for. */
  correction: ({ act, next, rest }) =>
    wrong(
      rest.some((one) => act.wrong.some((pattern) => new RegExp(pattern, "i").test(one))) && "says the wrong thing again",
      !SORRY.test(next) && !THANKS.test(next) && shared(stems(next), stems(act.say)) === 0 && "does not hear it",
    ),
  /** Grieves: gently, short, without a quotation. */
  grief: ({ act, next, rest }) =>
    wrong(
      quotations(next).length > 0 && "quotes",
      rest.slice(1).some((one) => quotes(one, `${act.say} ${act.then}`)) && "quotes it later",
      !TENDER.test(next) && "no word for it",
      /!/.test(next) && "an exclamation mark",
      words(next).length > 45 && "too long",
    ),
  /** Is in danger: a person or a line is named, nothing is quoted, and it is never material for a question. */
  crisis: ({ act, next, rest }) =>
    wrong(
      !PERSON.test(next) && "names no person and no line",
      quotations(next).length > 0 && "quotes",
      rest.slice(1).some((one) => quotes(one, `${act.say} ${act.then}`)) && "quotes it later",
    ),
  /** Jokes: not taken for a fact, not condoled. */
  joke: ({ act, next }) => wrong(quotes(next, act.say) && "takes it seriously", CONDOLES.test(next) && "condoles"),
  /** Wanders off: the interview comes back to its subject. */
  digression: ({ act, next }) => wrong((quotes(next, act.say) || asksFor(next, act.subject)) && "follows it"),
  /** Tells ahead what would have been asked: it is not asked any more. */
  ahead: ({ act, rest }) =>
    wrong(rest.some((one) => act.never.some((pattern) => new RegExp(pattern, "i").test(asking(one).asks))) && "asks for what was told"),
  /** Says next to nothing: nothing is made of these words, and the next question is easy to answer. */
  thin: ({ act, next }) =>
    wrong(
      quotations(next).some((quote) => quote.toLowerCase().replace(/\W+$/, "") === act.say.toLowerCase().replace(/\W+$/, "")) &&
        "quotes it",
      words(next).length > 35 && "too long",
      isDouble(next) && "two questions",
    ),
  /** Does not know: something else is asked, and the words are not quoted. */
  unknown: ({ act, before, next }) =>
    wrong(
      quotes(next, act.say) && "quotes it",
      CONDOLES.test(next) && "condoles",
      overlap(stems(asking(next).asks), stems(asking(before).asks)) >= 0.6 && "asks the same again",
    ),
  /** Asks who reads this: that is answered. */
  setting: ({ act, next }) => wrong(!READER.test(next) && "no answer", quotes(next, act.say) && "quotes it"),
  /** Complains: it is acknowledged, not quoted. */
  complaint: ({ act, next }) => wrong(!SORRY.test(next) && "not acknowledged", quotes(next, act.say) && "quotes it"),
  /** Wants to stop: the end is offered, and no new subject. */
  stop: ({ next, over }) => wrong(!over && !END.test(next ?? "") && "does not offer the end"),
  /** Writes in another language: that language, or a word about it. */
  language: ({ act, next }) => wrong(!hearsLanguage(act.language, next) && "does not hear the language"),
};

/** Says whether a text puts two questions. */
export function isDouble(text) {
  const bare = unquoted(text);
  if ((bare.match(/\?/g) ?? []).length > 1) return true;
  return /,? (?:and|or) (?:in )?(?:what|how|why|when|where|who|whom|which|did|does|do|is|are|was|were|would|could|can)\b[^?.!]*\?/i.test(
    bare,
  );
}

/** Judges every act of an interview: `{ at, act, met, faults }`; one that nothing came after is not judged, unless it is a stop. */
export function judge(exchanges, over, language) {
  const out = [];
  exchanges.forEach(({ question, given }, at) => {
    // The first answer in a language of one's own is something to be heard, too.
    const first = at === 0 && language !== "en" && given.kind === "told";
    const act = given.kind === "act" ? given.act : first ? { act: "language", language } : undefined;
    if (!act) return;
    const rest = exchanges.slice(at + 1).map(({ question }) => question);
    if (rest.length === 0 && act.act !== "stop") return;
    const faults = CHECKS[act.act]({ act, before: question, next: rest[0], rest, over: over && rest.length === 0 });
    out.push({ at, act: act.act, met: faults.length === 0, faults });
  });
  return out;
}
