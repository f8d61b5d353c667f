// Long interviews for the benches: a guide that goes on for 500 questions, answers as long as people's are, and session files of any
// length, put together from what a real interview recorded.

/** Questions that a guide can allow. */
export const MOST = 500;

const WORDS =
  `the of and to a in that it was for on are with as his they at be this from have or by one had not but what all were when we there can an
  your which their said if do will each about how up out them then she many some so these would other into has more her two like him see time could
  no make than first been its who now people my made over did down only way find use may water long little very after words called just where most know
  market harbour machine pattern winter letter garden engine colour number station teacher morning question answer river mountain paper window`.split(
    /\s+/,
  );

/**
 * An answer of about 60 words, another for each place and always the same for one.
 * @param {number} place
 */
export const answer = (place) => {
  let state = (place + 1) * 2654435761;
  const next = () => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 374761393) >>> 0;
    return WORDS[state % WORDS.length];
  };
  const sentence = (count) => {
    const text = Array.from({ length: count }, next).join(" ");
    return `${text[0].toUpperCase()}${text.slice(1)}.`;
  };
  return [14, 17, 12, 16].map(sentence).join(" ");
};

/**
 * Makes a staged guide of the shipped one in which no stage ends before its 50th question.
 * @param {any} staged the shipped guide
 */
export const longStaged = (staged) => {
  const guide = structuredClone(staged);
  const { strategy, locales } = guide;
  const middle = strategy.stages[3];
  const stages = Array.from({ length: 11 }, (_, at) => ({ ...middle, id: `part_${at + 1}`, examples: 20, max_questions: 50 }));
  for (const wording of Object.values(locales)) {
    const words = wording.stages[middle.id];
    wording.stages = Object.fromEntries(stages.map(({ id }) => [id, words]));
  }
  return {
    ...guide,
    id: "long-staged",
    strategy: { ...strategy, stages },
    limits: { ...guide.limits, questions: MOST, duration_minutes: 10_080 },
  };
};

const kindOf = ({ fact }) => (typeof fact === "string" ? fact : Object.keys(fact)[0]);

/**
 * Makes a session of `count` exchanges, the last one open, of one that was led: its exchanges follow one another again and again,
 * numbered on. The last record is of now, so that the session is not taken for abandoned.
 * @param {any} file a session file, parsed, of at least 60 exchanges
 * @param {number} count
 * @param {string} session the new session's id
 */
export const lengthened = (file, count, session) => {
  const all = file.records;
  const places = all.flatMap((record, at) => (kindOf(record) === "asked" ? [at] : []));
  // One exchange: from behind a question up to the next one. The last records are the end of the interview, which is left out.
  const turns = places.slice(1).map((end, at) => all.slice(places[at] + 1, end + 1));
  const records = structuredClone(all.slice(0, places[0] + 1));
  let calls = records.filter((record) => kindOf(record) === "call_started").length;
  for (let asked = 1; asked < count; asked += 1) {
    for (const record of structuredClone(turns[(asked - 1) % turns.length])) {
      const kind = kindOf(record);
      // A stage that ended stays the one it is: which stage a question is put in makes no difference here.
      if (kind === "stage_ended") continue;
      const fact = record.fact[kind];
      if (kind === "call_started") {
        calls += 1;
        fact.step = `question:${asked + 1}`;
      }
      if ("call" in fact) fact.call = calls;
      if ("question" in fact && kind !== "asked") fact.question = asked;
      if (kind === "asked") {
        fact.number = asked + 1;
        if (fact.follow_up_to) fact.follow_up_to = asked;
      }
      records.push(record);
    }
  }
  const last = Date.now();
  records.forEach((record, at) => Object.assign(record, { seq: at, at: last - (records.length - at) * 1000 }));
  records[0].fact.began.session = session;
  return { ...file, session, records, draft: null, artifacts: [], files: [] };
};
