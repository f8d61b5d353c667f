// The texts that the bench reads: seeded, so that every run reads the same.

/** A generator of numbers from 0 to 1 (mulberry32). @param {number} seed */
export const random = (seed) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
};

const WORDS = (
  "the what we when about how people decision that were plan again quarter until review because customer never release who " +
  "usually checks twice before anything leaves this team and then asks café naïve “quoted” dashboard incident rollback alert " +
  "without waiting for a meeting although nobody wrote it down so it stays with whoever was there on the day"
).split(" ");

/**
 * Sentences of about so many characters, now and then a line break or a quotation mark that JSON escapes.
 * @param {() => number} next as `random` gives it
 * @param {number} length
 */
export const prose = (next, length) => {
  let text = "";
  while (text.length < length) {
    text += WORDS[Math.floor(next() * WORDS.length)];
    const mark = next();
    text += mark < 0.06 ? ". " : mark < 0.07 ? ".\n" : mark < 0.08 ? ' "so it is" ' : mark < 0.12 ? ", " : " ";
  }
  return text.trim();
};

/** One object whose strings are long: an envelope that grew. @param {number} size in characters */
export const envelope = (size) => {
  const next = random(size);
  return JSON.stringify({
    interview_stage: "operations",
    response: prose(next, size * 0.5),
    metadata: { question_depth: 3, completeness: 45, engagement_level: "high" },
    internal_tracking: {
      key_insights: [prose(next, size * 0.15), prose(next, size * 0.15)],
      examples_collected: 4,
      follow_up_needed: [prose(next, size * 0.14)],
      stage_transition_ready: false,
    },
  });
};

/** A list of many small objects. @param {number} size in characters */
export const list = (size) => {
  const next = random(size + 1);
  const items = [];
  for (let length = 12; length < size; ) {
    const item = {
      id: items.length + 1,
      name: prose(next, 8 + next() * 24),
      score: Math.round(next() * 1000) / 10,
      depth: { level: 1 + Math.floor(next() * 4), open: next() < 0.5 },
      tags: [WORDS[Math.floor(next() * 20)], WORDS[Math.floor(next() * 20)]],
      note: next() < 0.3 ? null : prose(next, 30),
    };
    items.push(item);
    length += JSON.stringify(item).length + 1;
  }
  return JSON.stringify({ items });
};

/** Cuts a text into pieces of 4 to 16 UTF-16 units. @param {string} text */
export const pieces = (text) => {
  const next = random(text.length);
  const cut = [];
  for (let at = 0; at < text.length; ) {
    const end = at + 4 + Math.floor(next() * 13);
    cut.push(text.slice(at, end));
    at = end;
  }
  return cut;
};
