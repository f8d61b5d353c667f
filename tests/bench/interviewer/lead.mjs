// Interviews of a persona: led by the package, built in or with a model, and put from a fixed list.
import { mindOf } from "./mind.mjs";

/** Most turns of any interview here. */
const TURNS = 24;

/** What a guide is told of a persona: notes, a résumé, or nothing, as it would be used. */
function textsOf(persona, kind) {
  if (kind === "gaps") return [{ name: "resume.md", text: persona.resume }];
  return kind === "reflective" || kind === "staged" ? persona.material.texts : [];
}

const mindFor = (run, lines) => mindOf({ persona: run.persona, lines: lines[run.persona.language], guide: run.kind, offset: run.offset });

/** Fills in the form that waits as somebody in a hurry would: the first way by hand, what is required, no files. */
async function fill(interview, persona) {
  const { token, kind } = interview.view.form;
  const made = () => {
    if (kind.options)
      return { selectedIds: [(kind.options.options.find(({ id }) => id === "hand" || id === "write") ?? kind.options.options[0]).id] };
    if (!kind.validation) return undefined;
    const { data, data_type: type } = kind.validation;
    const { name, label, email, work } = persona.profile;
    const filled = {
      applicant_profile: () => ({ ...data, basics: { ...data.basics, name, label, email } }),
      skeleton_timeline: () => ({ ...data, work: data.work?.length > 0 ? data.work : work }),
      experience: () => ({ ...data, position: data.position || work[0].position, name: data.name || work[0].name }),
      knowledge_card: () => ({ ...data, title: data.title || persona.topics[0].label, summary: data.summary || persona.topics[0].tell[0] }),
    }[type];
    return filled && { data: filled() };
  };
  const value = made();
  try {
    if (value) {
      await interview.settle(token, value);
      return JSON.stringify(value.selectedIds ?? "approved");
    }
  } catch (error) {
    if (error.code !== "invalid_form") throw error;
  }
  interview.refuse(token);
  return "refused";
}

/** Leads one interview by the package; `model` is what asks, without one the built-in interviewer does. */
export async function led(colloquy, run, lines, model) {
  const { persona, kind, template } = run;
  const texts = textsOf(persona, kind);
  const interview = await colloquy.createInterview({
    guide: kind,
    ...(template && { template }),
    ...(texts.length > 0 && { material: { title: persona.material.title, texts } }),
    ...(model && { model }),
    subject: `${run.id}-${model?.name ?? ""}`,
    locale: run.locale,
    storage: "memory",
    pace: "instant",
  });
  const ready = (view) => !["asking", "retrying"].includes(view.phase) && !view.kind.running && view.saving.state !== "saving";
  const mind = mindFor(run, lines);
  const about = [persona.material.title, persona.resume, ...texts.map(({ text }) => text)];
  const exchanges = [];
  const began = performance.now();
  let turn = 0;
  let stopped = 0;
  let over = false;
  let view = await interview.until((now) => ready(now) || now.phase === "consent");
  if (view.phase === "consent") interview.consent();
  for (;;) {
    view = await interview.until(ready);
    if (view.phase === "proposal") {
      interview.accept();
      continue;
    }
    if (view.phase !== "answering") break;
    const { number, text } = view.question;
    if (view.form) {
      exchanges.push({ question: text, form: true, given: { kind: "form", text: await fill(interview, persona) } });
    } else {
      // Whoever said that this is enough answers once more and is gone; nobody is asked for hours.
      if (stopped > 1 || turn >= TURNS) {
        interview.finish();
        break;
      }
      turn += 1;
      const given = mind.answer(text, turn, about);
      if (given.act?.act === "stop" || stopped > 0) stopped += 1;
      exchanges.push({ question: text, given });
      interview.answer(given.text);
    }
    await interview.until((now) => now.phase !== "answering" || now.question?.number !== number);
  }
  over = stopped > 0 && view.phase === "review";
  const { figures, outcome, findings } = await interview.result();
  interview.dispose();
  const { closed, closing } = view;
  const advice = view.kind.proposal?.recommendation;
  const seconds = (performance.now() - began) / 1000;
  const ends = { over, closed, closing, advice, findings, outcome, figures, seconds };
  return { exchanges, language: persona.language, pool: mind.pool, told: mind.told(), ...ends };
}

/** Puts the questions of a fixed list, whatever is answered. */
export function listed(questions, run, lines) {
  const mind = mindFor(run, lines);
  const exchanges = [];
  let stopped = 0;
  questions.forEach((question, at) => {
    if (stopped > 1) return;
    const given = mind.answer(question, at + 1, []);
    if (given.act?.act === "stop" || stopped > 0) stopped += 1;
    exchanges.push({ question, given });
  });
  return {
    exchanges,
    language: run.persona.language,
    pool: mind.pool,
    told: mind.told(),
    over: false,
    closed: stopped > 0 ? "left" : "complete",
    closing: "",
    seconds: 0,
  };
}
