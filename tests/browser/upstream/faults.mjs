// The ways in which a model's server misbehaves, as plans for `upstream.next` and `upstream.always`.

/** 429, with a wait in seconds when it names one. */
export const rateLimited =
  ({ after } = {}) =>
  (call) =>
    call.error(
      "rate_limited",
      "This request would exceed your organization's rate limit.",
      after === undefined ? {} : { "retry-after": String(after) },
    );

/** 500. */
export const broken = () => (call) => call.error("broken", "Internal server error");

/** 529; 503 where a provider has no 529. */
export const overloaded = () => (call) => call.error("overloaded", "Overloaded");

/** 401 that shows the key, as some servers do. */
export const echoesKey = () => (call) =>
  call.error("unauthorized", `Incorrect API key provided: ${call.key}. You can find your API key in your account.`);

/** Another error than 401 that shows the key. */
export const leaksKey = () => (call) =>
  call.error("invalid", `Your request with key ${call.key} (${call.key.slice(0, 14)}***${call.key.slice(-4)}) was refused.`);

/** A whole reply that says the key, in one piece: what is cut into events a letter each, nobody can find in passing. */
export const saysKey = () => (call) => call.answer(call.sense().replace(/\?"/, ` (${call.key})?"`), { piece: 4096 });

/** A page of a proxy in between. */
export const badGateway = () => (call) =>
  call.refuse(502, "<html><head><title>502 Bad Gateway</title></head><body><center><h1>502 Bad Gateway</h1></center></body></html>", {
    "content-type": "text/html",
  });

/** The model does not exist. */
export const notFound = () => (call) => call.error("not_found", `model: ${call.body.model}`);

/** The stream of a sensible answer up to this byte; then the connection breaks, or ends properly when it is `clean`. */
export const cut =
  (at, { clean = false, text } = {}) =>
  async (call) => {
    const bytes = call.bytes(text ?? call.sense());
    call.begin();
    await call.write(bytes.subarray(0, Math.min(at, bytes.length)));
    if (clean) call.end();
    else call.break();
  };

/** An error in the middle of the stream. */
export const fails = () => async (call) => {
  const events = call.events(call.sense());
  await call.send([...events.slice(0, Math.ceil(events.length / 2)), call.dialect.trouble("Overloaded")]);
};

/** Says nothing at all until the client leaves: not even a status. */
export const silent = () => (call) => call.gone();

/** Begins a sensible answer and then says nothing more until the client leaves. */
export const stalls =
  (at = 400) =>
  async (call) => {
    const bytes = call.bytes(call.sense());
    call.begin();
    await call.write(bytes.subarray(0, at));
    await call.gone();
  };

/** A sensible answer, a few bytes at a time. */
export const slow =
  ({ bytes = 40, ms = 5 } = {}) =>
  async (call) => {
    const all = call.bytes(call.sense());
    call.begin();
    for (let at = 0; at < all.length; at += bytes) {
      if (!(await call.write(all.subarray(at, at + bytes)))) return;
      await new Promise((next) => setTimeout(next, ms));
    }
    call.end();
  };

/** Holds the sensible answer back until `release` is called. */
export function held() {
  let release;
  const free = new Promise((done) => (release = done));
  const plan = async (call) => {
    await Promise.race([free, call.gone()]);
    await call.answer();
  };
  return Object.assign(plan, { release });
}

/** So many bytes of text in one reply. */
export const floods =
  (bytes = 3 << 20) =>
  (call) =>
    call.answer(`{"question": "${"word ".repeat(Math.ceil(bytes / 5))}?"}`, { piece: 8192 });

/** Says exactly this. */
export const says = (text, options) => (call) => call.answer(typeof text === "function" ? text(call) : text, options);

/** Changes the sensible reply, given as a value, and says it as JSON; or as the text that the change gives. */
export const changes = (change) =>
  says((call) => {
    const value = JSON.parse(call.sense());
    const changed = change(value, call);
    return typeof changed === "string" ? changed : JSON.stringify(changed ?? value);
  });

/** The key under which a reply has what is shown. */
export const shown = (value) => ["response", "question", "recommendation"].find((key) => key in value);

/** Nothing. */
export const empty = () => says("");
/** JSON that is none. */
export const malformed = () => says('{"follow_up": maybe, "question" "What then"], oh');
/** JSON whose end is missing, although the model says it had finished. */
export const truncated = () =>
  says((call) => {
    const said = call.sense();
    return (typeof said === "string" ? said : JSON.stringify(said.calls)).slice(0, 30);
  });
/** The schema in place of a value. */
export const schemaEchoed = () =>
  says(() =>
    JSON.stringify({
      type: "object",
      properties: {
        follow_up: { type: "boolean" },
        question: { type: "string", minLength: 10 },
        interview_stage: { type: "string" },
        response: { type: "string" },
      },
      required: ["question"],
    }),
  );
/** The schema, and then a sensible reply. */
export const schemaFirst = () => says((call) => `{"type": "object", "properties": {"question": {"type": "string"}}}\n\n${call.sense()}`);
/** A reply that does not satisfy the contract, and then one that does. */
export const twoValues = () => says((call) => `{"question": "No?"}\n${call.sense()}`);
/** A sensible reply in a fence with words around it. */
export const fenced = () => says((call) => `Sure! Here is the JSON:\n\n\`\`\`json\n${call.sense()}\n\`\`\`\nLet me know if you need more.`);
/** A raw line break inside of a string. */
export const rawNewline = () =>
  changes((value) => {
    const key = shown(value);
    value[key] = value[key].replace(" ", "\n");
    return JSON.stringify(value).replace("\\n", "\n");
  });
/** Two questions in one reply. */
export const twoQuestions = () =>
  changes((value) => {
    value[shown(value)] += " And who else knows about this?";
  });
/** A stage that is not the current one. */
export const wrongStage = (stage = "mastery") =>
  changes((value) => {
    value.interview_stage = stage;
  });
/** A depth outside of the scale. */
export const depth = (number = 6) =>
  changes((value) => {
    value.metadata.question_depth = number;
  });
/** Plain prose that works as one question. */
export const prose = (text) => says(text);
