// What a model says that leads a skills interview: it has each answer read by its tool, reads texts with the words that show it, and asks
// what it is told to ask. It knows its guide's prompts by the blocks they are made of, whatever words stand between.

const SKILLS = [
  "Python",
  "Rust",
  "JavaScript",
  "Java",
  "TypeScript",
  "Go",
  "SQL",
  "PostgreSQL",
  "Kafka",
  "Redis",
  "Elasticsearch",
  "Kubernetes",
  "Terraform",
  "AWS",
  "GitLab CI",
  "Grafana",
  "GraphQL",
  "gRPC",
  "React",
  "Spring",
  "Docker",
  "Ansible",
  "Threat modelling",
];

/** What shows each attribute in a text. */
const SHOWS = {
  duration: /\b(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven) (?:years?|months?)\b/i,
  depth: /\bwrote [^.,;\n]{3,60}/i,
  autonomy: /\b(?:on my own|alone|in a team of \w+|with a colleague|together with the lead developer)\b/i,
  scale: /\b\d[\d.,]*(?: million)? (?:users|requests|meters|TB|rows|machines|customers|lines)\b/i,
  constraints: /\bunder \d+ ms\b|\bwithout a day of downtime\b|\bin writing\b/i,
  production_vs_prototype: /\bin production\b|\bprototype\b/i,
};

const block = (text, tag) => new RegExp(`<${tag}>\\n([^]*?)\\n</${tag}>`).exec(text)?.[1] ?? "";
const linesOf = (text) => text.split("\n").filter(Boolean);
const escaped = (name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Where a text names a skill as a whole word; -1 where it does not. */
const placeOf = (text, name) => text.search(new RegExp(`(?<![\\w+#])${escaped(name)}(?![\\w+#])`, "i"));

/** The prompt of a reading, wherever an unusable reply stands behind it. */
const reading = (messages) => messages.find(({ role, text }) => role === "user" && text.includes("<known_skills>"))?.text;

/** The prompt of a question: it says where the interview stands. */
const asking = (messages) => messages.findLast(({ role, text }) => role === "user" && /<skills>\n/.test(text) && text.includes("<known>"));

/** True for a call of a skills interview. */
export const ofGaps = ({ messages, tools }) =>
  tools.includes("analyze_technical_skills") || reading(messages) !== undefined || asking(messages) !== undefined;

/** What a prompt asks for. */
export function targetOf(text) {
  const attributes = [...text.matchAll(/^- (\w+): /gm)].map(([, name]) => name).filter((name) => name in SHOWS);
  return { skill: block(text, "skill"), attributes };
}

/** Reads a text for skills: a value of contract `skills`, whose quotes are words of the text. */
export function readSkills(prompt) {
  const resume = prompt.includes("<resume>");
  const text = block(prompt, resume ? "resume" : "answer");
  const known = linesOf(block(prompt, "known_skills")).map((line) => line.slice(0, line.lastIndexOf(": ")));
  const target = resume ? { skill: "", attributes: [] } : targetOf(prompt);
  const skills = new Map();
  const parts = text.match(resume ? /[^\n]+/g : /[^.!?\n]+[.!?]?/g) ?? [];
  for (const part of parts.map((one) => one.trim()).filter(Boolean)) {
    const place = new Map([...known, ...SKILLS].map((name) => [name, placeOf(part, name)]));
    const named = [...place.keys()].filter((name) => place.get(name) >= 0).sort((a, b) => place.get(a) - place.get(b));
    const about = named.length > 0 || resume || !target.skill ? named : [target.skill];
    for (const name of about) {
      const values = {};
      for (const [attribute, pattern] of Object.entries(SHOWS)) {
        const quote = pattern.exec(part)?.[0];
        // What one line of a résumé says of several skills is said of none of them alone.
        if (!quote || (resume && named.length > 1)) continue;
        values[attribute] = { value: attribute === "production_vs_prototype" ? quote.replace("in ", "").toLowerCase() : quote, quote };
      }
      const before = skills.get(name);
      const first = { name, quote: [...part].slice(0, 380).join(""), confidence: /^\w+: /.test(part) ? 0.7 : 0.9 };
      skills.set(name, { ...values, ...(before ?? first) });
    }
  }
  const found = { skills: [...skills.values()].slice(0, 60) };
  return resume ? found : { ...found, answer: standing(text, target, skills) };
}

function standing(text, { skill, attributes }, skills) {
  const engaged = !/^(whatever|no)\.?$/i.test(text);
  if (/rather not say/i.test(text)) return { kind: "refusal", engaged };
  if (/example[^.]*\?$/i.test(text)) return { kind: "example", engaged: true };
  if (/\?$/.test(text)) return { kind: "clarification", engaged: true };
  if (/don.t know/i.test(text)) return { kind: "unknown", engaged };
  const said = skills.get(skill) ?? {};
  const brought = attributes.filter((attribute) => attribute in said).length;
  if (skills.size > 0 && (!skill || brought === attributes.length)) return { kind: "full", engaged };
  return { kind: brought > 0 || skills.size > 0 ? "partial" : engaged ? "off_topic" : "empty", engaged };
}

/** Puts what a schema asks for where a value has nothing: a provider that enforces one makes every key of it. */
function conform(value, schema) {
  const of = schema?.anyOf?.find((one) => one.properties || one.items) ?? schema;
  if (Array.isArray(value)) value.forEach((one) => conform(one, of?.items));
  else if (value && typeof value === "object" && of?.properties) {
    for (const [key, inner] of Object.entries(of.properties)) {
      if (key in value) conform(value[key], inner);
      else if (of.required?.includes(key)) value[key] = null;
    }
  }
  return value;
}

const things = ["night shift", "move", "audit", "release", "outage", "handover", "tender"];

/** The question that is asked for; never one that was put before. */
function questionOf(prompt) {
  const number = Number(/\b(\d+)\b/.exec(prompt)?.[1] ?? 1);
  const { skill, attributes } = targetOf(prompt);
  const about = skill
    ? `${skill}: what can you tell of ${attributes.map((one) => one.replaceAll("_", " ")).join(" and ")}`
    : "your work: which skills did you use most";
  return { follow_up: false, question: `Number ${number}, the ${things[number % things.length]}, about ${about}?` };
}

const TOOL = "analyze_technical_skills";
const calling = (text) => ({ name: TOOL, arguments: JSON.stringify({ answer_text: text }) });

/** How a model uses its tool where one is offered. */
const MANNERS = {
  /** Calls it when the prompt asks for that. */
  sense: (text, asked) => asked && [calling(text)],
  /** Never calls. */
  never: () => null,
  /** Calls it whenever it can. */
  always: (text) => [calling(text)],
  /** Calls it twice at once, a tool that is none, and it once more without a text. */
  parallel: (text, asked) =>
    asked && [
      calling(text),
      calling(text),
      { name: "delete_everything", arguments: "{}" },
      { name: TOOL, arguments: '{"answer_text": 3}' },
    ],
  /** Calls it with arguments that are no JSON. */
  malformed: (_text, asked) => asked && [{ name: TOOL, arguments: '{"answer_text": "half of it' }],
  /** Calls another tool. */
  unknown: (_text, asked) => asked && [{ name: "shell", arguments: '{"command": "ls"}' }],
};

/** Leads a skills interview in one of the manners; `read` makes something else of what it reads. */
export function gaps(manner = "sense", { read = (value) => value } = {}) {
  return ({ messages, schema, tools }) => {
    const wanted = reading(messages);
    if (wanted !== undefined) return JSON.stringify(conform(read(readSkills(wanted), wanted), schema));
    // The state stands in the last message of the user's, unless what is wanted is a call.
    const prompt = asking(messages);
    const asked = !prompt || messages.indexOf(prompt) < messages.findLastIndex(({ results }) => results.length > 0);
    const answer = block(messages.findLast(({ text }) => text.includes("<answer>"))?.text ?? "", "answer");
    const calls = tools.length > 0 && MANNERS[manner](answer, asked);
    if (calls) return { calls };
    return JSON.stringify(questionOf(prompt?.text ?? ""));
  };
}
