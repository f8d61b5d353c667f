// Answers as people type them into an interview, the same ones for the same seed: plain talk for the most part, with the phrases
// people come back to, cues, cues that are taken back, quotations, addresses, numbers, abbreviations and both kinds of apostrophe.

const list = (text) => text.trim().split(/\s+/);

const nouns = list(`
  team meeting release backlog customer invoice roadmap dashboard interview budget sprint contract handover incident deadline
  estimate review feedback proposal warehouse supplier delivery schedule shift patient ward nurse teacher classroom lesson exam
  student parent course library archive newsletter podcast episode chapter notebook draft editor article headline campaign
  audience website checkout basket payment refund ticket queue call script manager mentor colleague apprentice intern workshop
  kitchen recipe menu garden harvest orchard tractor bridge station platform train ferry harbour engine sensor battery cable
  circuit signal server database query index cache migration backup outage alert log metric test fixture branch merge commit
  module interface library package compiler parser token schema form field button layout colour font icon mock sketch prototype
  habit routine morning evening weekend holiday journey map compass trail summit tent kettle lamp window door hallway ceiling
  neighbour landlord tenant lease insurance claim pension salary bonus promotion resignation strategy vision mission principle
  decision tradeoff assumption hypothesis experiment sample survey answer question pattern theme story example detail summary
  risk blocker dependency milestone quarter forecast pipeline prospect demo pitch board investor founder partner lawyer clause
  policy audit regulator permit inspection safety helmet ladder scaffold crane concrete timber glass roof drain pump valve
`);
const adjectives = list(`
  quiet slow fast small large early late weekly monthly shared personal careful honest clear vague messy tidy fragile steady
  remote local internal external junior senior busy tired patient curious brave stubborn cheap costly hidden obvious technical
  legal medical rural urban digital manual automatic seasonal temporary permanent flexible rigid open closed broken reliable
  simple complex useful useless boring exciting awkward friendly formal informal written spoken silent loud narrow broad deep
  shallow gentle harsh practical abstract concrete annual daily nightly risky safe fresh stale loose tight plain clever dense
`);
const verbs = list(`
  review plan rewrite measure schedule discuss prepare deliver simplify postpone repair document question compare collect
  publish organise translate inspect install replace remove improve explain describe record repeat finish start pause cancel
  order negotiate sketch build test deploy migrate restore monitor rename split merge archive label sort count weigh pack ship
  clean paint water plant harvest cook serve teach train coach mentor support defend challenge follow lead invite welcome thank
`);
const people = list(
  "Ana Bilal Chloé Dmitri Esther Femi Grace Henrik Ines Jonas Katja Liam Marta Nils Oksana Priya Quentin Rosa Søren Tomás",
);
const fronts = ["", "", "", "", "micro", "pre", "multi", "over", "sub", "cross-", "re", "inter", "co-", "mini", "meta", "non-"];
const topics = `
  release notes|customer calls|weekly planning session|support queue|code review|delivery schedule|night shift|exam season|spare parts|
  first draft|budget meeting|annual report|test coverage|team retrospective|onboarding checklist|design sketch|parents evening|
  harvest plan|station platform|safety inspection|salary talks|open questions|small habits|morning routine|error budget|
  ward round|lesson plan|invoice run|search index|data migration|incident report|quarterly forecast|status update|pilot project|
  customer success team|technical debt|pull requests|remote work|project handover|product roadmap|user interviews|paper archive
`
  .split("|")
  .map((topic) => topic.trim());

const insights = [
  "I realized that {clause}.",
  "I learned that {clause}.",
  "It’s interesting that {clause}.",
  "That made me think about the {topic}.",
  "I never thought a {adj} {noun} could matter this much.",
  "My biggest takeaway is that {clause}.",
  "It turns out {clause}.",
  "It surprised me how {adj} the {topic} had become.",
  "I've noticed that {clause}.",
  "What struck me is that {clause}.",
  "I used to think {clause}, and that changed my mind.",
  "It dawned on me that {clause}.",
];
const actions = [
  "I will {verb} the {topic} on {day}.",
  "I should {verb} the {noun} before the {noun}.",
  "I need to {verb} the {adj} {noun} with {name}.",
  "I'm going to {verb} the {topic} this week.",
  "I want to {verb} every {noun} we have.",
  "I plan to {verb} the {noun} by {day}.",
  "My next step is to {verb} the {topic}.",
  "I’ll {verb} the {noun} and tell {name}.",
  "I have to {verb} the {topic} soon.",
];
const taken = [
  "I don't think I should {verb} the {noun}.",
  "If I will {verb} the {noun} nobody knows.",
  "{name} said I should {verb} the {topic}.",
  "I will never {verb} the {noun} again.",
  "I didn't learn that {clause} until later.",
  "Should I {verb} the {topic}?",
  "She realized that {clause}.",
  "Nobody told me I need to {verb} the {noun}.",
  "Whenever it rains I have to {verb} the {noun}.",
  'Then {name} said, "I will {verb} the {noun}", and left.',
  "“I should {verb} the {topic},” {name} told us.",
];
const plain = [
  "The {topic} took {number} hours, and the {adj} {noun} was late again.",
  "We have a {adj} {noun} for the {topic}.",
  "{name} and {name} run the {topic} together, e.g. the {noun} of the {adj} {noun}.",
  "Most of the {nouns} came from the {noun} next door.",
  "It costs about {number} euros per {noun}, not counting the {topic}.",
  "There is a page on it at https://www.example.org/{noun}/{number}?from={noun}.",
  "You can write to {noun}@example.com about the {topic}.",
  "Dr. {name} called at {hour} p.m. about the {noun}.",
  "Between the {topic} and the {topic} there is hardly any time for a {noun}.",
  "The {adj} {noun} worked, the {adj} {noun} didn't.",
  "When the {noun} broke down, the {nouns} waited for {number} minutes...",
  "What helps with the {topic} is a {adj} {noun} – and patience.",
  "so the {noun} ended up in the {noun}",
  "Honestly, the {topic} isn't the {adj} part; the {noun} is!",
  "Was it the {noun} or the {topic}?",
  "People here call it the {adj} {noun}, because {clause}.",
  "Version 2.{number} of the {noun} fixed that.",
];
const clauses = [
  "the {topic} needs a {adj} {noun}",
  "most {nouns} depend on one {adj} {noun}",
  "the {noun} was never about the {noun}",
  "a {adj} {noun} saves the {topic}",
  "{nouns} get lost between the {noun} and the {noun}",
  "nobody reads the {topic} before the {noun} is over",
];

/** Gives numbers from 0 to below 1, the same ones for the same seed. */
function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * Writes answers of about 60 words each.
 * @param {number} count
 * @param {number} [seed]
 * @returns {string[]}
 */
export function answers(count, seed = 1) {
  const next = random(seed);
  const any = (from) => from[Math.floor(next() * from.length)];
  // The first of a list are said far more often than the last, as words are.
  const usual = (from) => from[Math.floor(next() ** 2 * from.length)];
  const slots = {
    noun: () => any(fronts) + usual(nouns),
    nouns: () => `${usual(nouns)}s`,
    adj: () => usual(adjectives),
    verb: () => usual(verbs),
    topic: () => usual(topics),
    name: () => any(people),
    day: () => any(list("Monday Tuesday Wednesday Thursday Friday")),
    number: () => String(Math.floor(2 + next() * 400)),
    hour: () => String(Math.floor(1 + next() * 11)),
    clause: () => fill(any(clauses)),
  };
  const fill = (sentence) => sentence.replace(/\{(\w+)\}/g, (_, slot) => slots[slot]());
  const kind = () => {
    const dice = next();
    return dice < 0.1 ? insights : dice < 0.2 ? actions : dice < 0.32 ? taken : plain;
  };
  const made = [];
  while (made.length < count) {
    let text = "";
    for (let words = 0; words < 54; ) {
      const sentence = fill(any(kind()));
      words += sentence.split(" ").length;
      text += (text && (next() < 0.12 ? "\n" : " ")) + sentence[0].toUpperCase() + sentence.slice(1);
    }
    // Phones write curly apostrophes, keyboards straight ones.
    made.push(next() < 0.4 ? text.replaceAll("'", "’") : text.replaceAll("’", "'"));
  }
  return made;
}
