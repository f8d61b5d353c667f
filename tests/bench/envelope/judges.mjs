// The peers' judges of one envelope: each takes a text and says whether it is one. They are as strict as the contract: no unknown
// keys, every choice, range and length. zod and valibot count lengths in UTF-16 units, the others in code points.
import Ajv2020 from "ajv/dist/2020.js";
import * as v from "valibot";
import * as z4 from "zod";
import * as z3 from "zod3";
import { prose, random } from "../streams/texts.mjs";

/** A reply of 1.2 kB as models write it, for a stage and with a question of its own. */
export const envelope = (stage = "operations", number = 1) =>
  JSON.stringify(
    {
      interview_stage: stage,
      response: `You said of case ${number * 7919}: ${prose(random(number), 230)}. When that began, how did you decide which signal to look at first?`,
      metadata: { question_depth: 1, completeness: 45, engagement_level: "high" },
      internal_tracking: {
        key_insights: [
          "They keep a short checklist next to the runbook since the rollback that took an afternoon.",
          "Three dashboards show different numbers for the same service, and only one of them is trusted.",
          "The decision to roll back is made by whoever is on call, without a meeting.",
        ],
        examples_collected: 100 + number,
        follow_up_needed: [
          "How the trusted dashboard was chosen, and who keeps it right.",
          "What is on the checklist, and what was taken off it again.",
          "How a newcomer learns which signal to look at first.",
        ],
        stage_transition_ready: false,
      },
    },
    null,
    2,
  );

/** Texts that are no envelope, each by one fault. */
export const wrong = [
  ["an unknown stage", (text) => text.replace('"operations"', '"lunch"')],
  ["a depth past the last", (text) => text.replace('"question_depth": 1', '"question_depth": 5')],
  ["a key too many", (text) => text.replace('"metadata"', '"mood": 1, "metadata"')],
  ["a key that is missing", (text) => text.replace('"engagement_level": "high"', '"x": 1').replace(', "x": 1', "")],
  ["a response that is too long", (text) => text.replace("You said", "You said ".repeat(300))],
  ["a text for a number", (text) => text.replace('"completeness": 45', '"completeness": "45"')],
];

/** Both versions of zod have the same words for this contract. */
const withZod = (z, schema) => {
  const { properties } = schema;
  const { metadata, internal_tracking: tracking } = properties;
  const texts = (list) => z.array(z.string().max(list.items.maxLength)).max(list.maxItems);
  const whole = ({ minimum, maximum }) => z.number().int().min(minimum).max(maximum);
  return z
    .object({
      interview_stage: z.enum(properties.interview_stage.enum),
      response: z.string().min(properties.response.minLength).max(properties.response.maxLength),
      metadata: z
        .object({
          question_depth: whole(metadata.properties.question_depth),
          completeness: whole(metadata.properties.completeness),
          engagement_level: z.enum(metadata.properties.engagement_level.enum),
        })
        .strict(),
      internal_tracking: z
        .object({
          key_insights: texts(tracking.properties.key_insights).optional(),
          examples_collected: whole(tracking.properties.examples_collected).optional(),
          follow_up_needed: texts(tracking.properties.follow_up_needed).optional(),
          stage_transition_ready: z.boolean().optional(),
        })
        .strict()
        .optional(),
      error: z.enum(properties.error.enum).optional(),
    })
    .strict();
};

const withValibot = ({ properties }) => {
  const { metadata, internal_tracking: tracking } = properties;
  const texts = (list) => v.pipe(v.array(v.pipe(v.string(), v.maxLength(list.items.maxLength))), v.maxLength(list.maxItems));
  const whole = ({ minimum, maximum }) => v.pipe(v.number(), v.integer(), v.minValue(minimum), v.maxValue(maximum));
  return v.strictObject({
    interview_stage: v.picklist(properties.interview_stage.enum),
    response: v.pipe(v.string(), v.minLength(properties.response.minLength), v.maxLength(properties.response.maxLength)),
    metadata: v.strictObject({
      question_depth: whole(metadata.properties.question_depth),
      completeness: whole(metadata.properties.completeness),
      engagement_level: v.picklist(metadata.properties.engagement_level.enum),
    }),
    internal_tracking: v.optional(
      v.strictObject({
        key_insights: v.optional(texts(tracking.properties.key_insights)),
        examples_collected: v.optional(whole(tracking.properties.examples_collected)),
        follow_up_needed: v.optional(texts(tracking.properties.follow_up_needed)),
        stage_transition_ready: v.optional(v.boolean()),
      }),
    ),
    error: v.optional(v.picklist(properties.error.enum)),
  });
};

/**
 * Makes every judge. `readReply` is Colloquy's.
 * @returns {Record<string, (text: string) => boolean>}
 */
export const judges = (schema, readReply) => {
  const ajv = new Ajv2020().compile(schema);
  const four = withZod(z4, schema);
  const three = withZod(z3, schema);
  const valibot = withValibot(schema);
  const sound = ({ issues }) => issues.length === 0;
  return {
    colloquy: (text) => sound(readReply("envelope", text)),
    "JSON.parse + ajv": (text) => ajv(JSON.parse(text)),
    "JSON.parse + zod 4": (text) => four.safeParse(JSON.parse(text)).success,
    "JSON.parse + valibot": (text) => v.safeParse(valibot, JSON.parse(text)).success,
    "JSON.parse + zod 3": (text) => three.safeParse(JSON.parse(text)).success,
  };
};

/** Cases for `interleave`, after all judges agreed; each judges many texts, no two alike. */
export const cases = (schema, readReply, times) => {
  const texts = Array.from({ length: times }, (_, number) => envelope("operations", number));
  const all = judges(schema, readReply);
  for (const [name, judge] of Object.entries(all)) {
    if (!judge(texts[0])) throw new Error(`${name} refuses the envelope`);
    for (const [fault, make] of wrong) if (judge(make(texts[0]))) throw new Error(`${name} takes ${fault}`);
  }
  const many = (judge) => () => {
    let sound = 0;
    for (const text of texts) if (judge(text)) sound += 1;
    if (sound !== times) throw new Error("an envelope was refused");
  };
  return Object.fromEntries(Object.entries(all).map(([name, judge]) => [name, many(judge)]));
};
