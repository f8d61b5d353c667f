// What a persona says to a question. Everything follows from the persona's file and the questions: nothing is drawn by chance but
// which of several set phrases comes next, and that from a seed.
import { random } from "../size/materials.mjs";
import { asking, hearsLanguage, overlap, quotations, shared, stem, stems, words } from "./words.mjs";

/** Turns at which a persona does what it is here for, by the kind of guide. */
const TURNS = { reflective: [2, 4], advice: [2, 3], gaps: [2, 4, 7], onboarding: [2, 4, 6, 8], staged: [2, 4, 7, 10, 13, 16, 19] };
/** From this share of common stems on, a question is one that was asked before. */
const SAME = 0.75;
/** Attributes of a skill, and how a question shows that it is about them. */
const ATTRIBUTES = {
  duration: /how long|since when|years|months|how much time/i,
  depth: /hardest|difficult|deep|how well|level|challeng/i,
  autonomy: /alone|team|leading|led|independen|yourself|your own part|role/i,
  scale: /how (?:large|big)|users|data|scale|size|volume/i,
  constraints: /limits|speed|cost|rules|constraint|requirement/i,
  production_vs_prototype: /production|prototype|live|real use|trial|experiment/i,
};
/** A question that goes on about what was said last. */
const ABOUT_THAT = /\b(?:that|this|it|there|then|those)\b/i;

/** Makes the mind of a persona for one interview. `offset` is where in its list of acts it begins. */
export function mindOf({ persona, lines, guide, offset }) {
  const dice = random([...persona.id, ...guide].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)) >>> 0, 7 + offset));
  const topics = persona.topics.map((topic) => ({
    ...topic,
    left: [...topic.tell],
    told: new Set(),
    heard: new Set(topic.cues.map(stem)),
  }));
  const skills = guide === "gaps" ? structuredClone(persona.skills ?? {}) : {};
  // In an interview about skills, what there is to tell is about skills.
  const ofSkills = Object.values(skills).reduce((sum, of) => sum + Object.keys(of).length, 0);
  const pool = ofSkills || topics.reduce((sum, { tell }) => sum + tell.length, 0);
  const acts = order(persona.acts, offset, guide);
  const phrases = Object.fromEntries(Object.entries(lines).map(([use, list]) => [use, dice.shuffled(list)]));
  const said = new Set();
  const asked = [];
  const refused = [];
  let last;
  let skill;
  let told = 0;
  let after;
  let backs = false;

  /** One of the set phrases that was not said before. */
  const phrase = (use, label = "") => {
    const fresh = phrases[use].map((one) => one.replace("{x}", label)).find((one) => !said.has(one));
    return fresh ?? `${phrases[use][0].replace("{x}", label)} (${said.size})`;
  };

  const tell = (topic, count = 1) => {
    const out = topic.left.splice(0, count);
    told += out.length;
    for (const one of out) for (const word of stems(one)) topic.told.add(word);
    last = topic;
    return { text: out.join(" "), kind: "told", topic: topic.id, told: out.length };
  };

  /** What is said when a question steps on something: a subject that was refused, words never said, a question put before. */
  const repair = (question, about) => {
    const { asks } = asking(question);
    const again = refused.find((subjects) =>
      subjects.some((subject) => stems([asks, ...quotations(question)].join(" ")).has(stem(subject))),
    );
    if (again) return { text: phrase("refusedAgain"), kind: "repair", repair: "refused subject" };
    const strange = quotations(question).find(
      (quote) =>
        words(quote).length >= 3 && ![...said, ...about].some((one) => shared(stems(quote), stems(one)) >= stems(quote).size * 0.7),
    );
    if (strange) return { text: phrase("misquoted"), kind: "repair", repair: "words not said" };
    const mine = stems(asks);
    const before = asked.some((one) => one.size >= 3 && overlap(one, mine) >= SAME);
    // The same about another skill is another question.
    if (before && !backs && ofSkills === 0) return { text: phrase("askedAgain"), kind: "repair", repair: "asked again" };
    return undefined;
  };

  /** What is asked of skills; a question that names none is about the last one, or about all of them. */
  const aboutSkills = (question) => {
    const names = Object.keys(skills);
    const text = asking(question).asks;
    const wanted = Object.keys(ATTRIBUTES).filter((attribute) => ATTRIBUTES[attribute].test(text));
    const named = names.filter((name) => question.toLowerCase().includes(name.toLowerCase()));
    if (names.length === 0 || (named.length === 0 && wanted.length === 0)) return undefined;
    const meant = named.length > 0 ? named : skill && / it\b/.test(text) ? [skill] : names;
    skill = meant.length === 1 ? meant[0] : undefined;
    const out = [];
    for (const name of meant)
      for (const attribute of wanted.length > 0 ? wanted : Object.keys(skills[name]).slice(0, 1))
        if (skills[name][attribute]) {
          out.push(skills[name][attribute]);
          delete skills[name][attribute];
          told += 1;
        }
    if (out.length > 0) return { text: out.join(" "), kind: "told", topic: meant[0], told: out.length };
    const known = meant.some((name) => wanted.some((attribute) => persona.skills[name][attribute]));
    return known
      ? { text: phrase("toldAlready", meant[0]), kind: "repair", repair: "told already" }
      : { text: phrase("none"), kind: "none" };
  };

  const byTopic = (question) => {
    const asks = stems(question);
    const scored = topics
      .map((topic) => ({ topic, cues: shared(asks, topic.heard), words: shared(asks, topic.told) }))
      .map((one) => ({ ...one, score: 2 * one.cues + one.words }))
      .sort((one, other) => other.score - one.score);
    const count = persona.tells ?? 1;
    const [best] = scored;
    const open = scored.find(({ topic, score }) => score >= 2 && topic.left.length > 0);
    // What is asked for was told. Right after it was told there is only no more to it; later it is a question that was not listened to.
    if ((best.words >= 2 || best.cues >= 2) && best.topic.left.length === 0)
      return best.topic === last
        ? { text: phrase("dry"), kind: "none" }
        : { text: phrase("toldAlready", best.topic.label), kind: "repair", repair: "told already" };
    if (open) return tell(open.topic, count);
    if (last?.left.length > 0 && ABOUT_THAT.test(asking(question).asks)) return tell(last, count);
    const fresh = topics.find(({ left, tell: all }) => left.length === all.length);
    // A general question brings up a subject that was not spoken of; it does not bring its depths.
    if (fresh) return tell(fresh, 1);
    return { text: phrase("none"), kind: "none" };
  };

  const answer = (question, turn, about) => {
    if (after) {
      const text = after;
      after = undefined;
      if (!said.has(text)) return { text, kind: "after" };
    }
    // Whoever was heard in their language need not ask for it.
    if (persona.language !== "en" && hearsLanguage(persona.language, question)) {
      const asks = acts.findIndex(({ act }) => act.act === "language");
      if (asks >= 0) acts.splice(asks, 1);
    }
    const at = acts.findIndex(
      ({ act, turn: due }) => turn >= due || (act.when !== undefined && turn > 1 && new RegExp(act.when, "i").test(question)),
    );
    const [{ act }] = at >= 0 ? acts.splice(at, 1) : [{}];
    if (act) {
      if (act.act === "refusal") refused.push(act.subject);
      after = act.then;
      backs = act.act === "back";
      return { text: act.say, kind: "act", act };
    }
    const found =
      repair(question, about) ?? aboutSkills(question) ?? (ofSkills > 0 ? { text: phrase("none"), kind: "none" } : byTopic(question));
    backs = false;
    return found;
  };

  return {
    pool,
    told: () => told,
    /** Answers a question; `about` are the texts that the interview is about. */
    answer(question, turn, about) {
      const given = answer(question, turn, about);
      asked.push(stems(asking(question).asks));
      // Nobody says the same thing twice in the same words.
      if (said.has(given.text)) given.text = `${given.text} ${phrase("none")}`;
      said.add(given.text);
      return given;
    },
  };
}

/** The acts of one interview with their turns: the persona's list from `offset` on, what ends an interview last. */
function order(acts, offset, guide) {
  const turns = TURNS[guide];
  const fit = acts.filter(({ guides }) => guides === undefined || guides.includes(guide));
  const ends = fit.filter(({ act }) => act === "stop");
  const rest = fit.filter(({ act }) => act !== "stop");
  const turned = rest.map((_, at) => rest[(at + offset) % rest.length]);
  const chosen = [...turned.slice(0, turns.length - (ends.length > 0 ? 1 : 0)), ...ends.slice(0, 1)];
  return chosen.map((act, at) => ({ act, turn: turns[at] }));
}
