// The fields of the start page besides the notes: what it is about, how to ask, what to mind.
import type { Guidelines, Material, ReplyMode } from "colloquy";
import { html, nothing, type TemplateResult } from "lit";
import type { TemplateChoice } from "../guide-document.js";
import type { StartRoom } from "../kinds/types.js";
import { MODES, type ModelChoice } from "../models.js";
import { textsOf, type Note } from "../notes.js";
import { p } from "../text.js";

/** What was typed and chosen. */
export interface Setup {
  title: string;
  creator: string;
  source: string;
  template: string;
  tone: string;
  /** One wish per line. */
  focus: string;
  /** One wish per line. */
  avoid: string;
  questions: number;
  /** Key of the model that asks; empty for the built-in interviewer. */
  model: string;
  mode: ReplyMode;
}

/** Most questions that can be chosen here; an hour of talk is about twenty. */
const MOST_QUESTIONS = 20;
/** Longest short field and longest address, in characters; the engine takes no more. */
const FIELD_CHARS = 300;
const URL_CHARS = 2_000;

/** Reads the link as people write links, without a scheme, too; nothing where it is none. */
export function linkOf({ source }: Pick<Setup, "source">): string | undefined {
  const text = source.trim();
  if (!text) return "";
  const whole = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  // Some browsers take spaces for part of an address.
  return !/\s/.test(text) && URL.canParse(whole) && new URL(whole).hostname.includes(".") ? whole : undefined;
}

/** Puts fields and notes together as the material of an interview. */
export function materialOf(setup: Setup, notes: readonly Note[]): Material {
  const { title, creator } = setup;
  const source = linkOf(setup);
  return {
    ...(title.trim() && { title: title.trim() }),
    ...(creator.trim() && { creator: creator.trim() }),
    ...(source && { source_url: source }),
    texts: textsOf(notes),
  };
}

/** Reads the wishes. */
export function guidelinesOf({ tone, focus, avoid }: Setup): Guidelines {
  const lines = (text: string) =>
    text
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean);
  return { ...(tone.trim() && { tone: tone.trim() }), focus: lines(focus), avoid: lines(avoid) };
}

/** Shows the fields; what is typed goes straight into `setup`. `changed` is called when more or less is to be shown. */
export function setupFields(
  setup: Setup,
  room: StartRoom,
  templates: readonly TemplateChoice[],
  models: readonly ModelChoice[],
  changed: () => void,
): TemplateResult {
  const about = room.about((key, label, type, hint) => field(setup, key, label, changed, type, hint));
  return html`${about} ${templates.length > 1 ? choices(setup, templates) : nothing} ${wishes(setup, changed)}
  ${room.counted ? questions(setup) : nothing} ${models.length > 0 ? who(setup, models, changed) : nothing}`;
}

function field(
  setup: Setup,
  key: "title" | "creator" | "source" | "tone",
  label: string,
  changed: () => void,
  type: "text" | "url" = "text",
  hint = "",
): TemplateResult {
  const typed = (event: Event) => {
    setup[key] = (event.target as HTMLInputElement).value;
    changed();
  };
  // A link is typed as text: the browser's own check refuses what has no scheme, in a language of its own.
  return html`<label>
    <span class="eyebrow">${label} <span class="optional">${p.start.optional}</span></span>
    <input inputmode=${type} name=${`about-${key}`} dir="auto" maxlength=${type === "url" ? URL_CHARS : FIELD_CHARS} placeholder=${hint}
      .value=${setup[key]} @input=${typed} />
  </label>`;
}

function choices(setup: Setup, templates: readonly TemplateChoice[]): TemplateResult {
  return html`<fieldset class="templates">
    <legend>${p.start.template}</legend>
    ${templates.map(
      ({ id, name, description }) => html`<label class="choice">
        <input type="radio" name="template" value=${id} .checked=${setup.template === id} @change=${() => (setup.template = id)} />
        <span><b><bdi>${name}</bdi></b> <span><bdi>${description}</bdi></span></span>
      </label>`,
    )}
  </fieldset>`;
}

/** Who asks: stays with the interview, so it is chosen before it begins. */
function who(setup: Setup, models: readonly ModelChoice[], changed: () => void): TemplateResult {
  const choose = (key: string) => {
    setup.model = key;
    changed();
  };
  const option = (key: string, name: string, why: string) => html`<label class="choice">
    <input type="radio" name="who" value=${key} .checked=${setup.model === key} @change=${() => choose(key)} />
    <span><b><bdi>${name}</bdi></b> <span>${why}</span></span>
  </label>`;
  return html`<fieldset class="who">
      <legend>${p.start.who}</legend>
      ${option("", p.start.whoScripted, p.start.whoScriptedWhy)} ${models.map(({ key, label }) => option(key, label, p.start.whoModelWhy))}
    </fieldset>
    ${
      setup.model
        ? html`<details class="wishes">
          <summary>${p.start.more}</summary>
          <label class="mode"><span class="eyebrow">${p.start.mode}</span>
            <select name="mode" @change=${(event: Event) => (setup.mode = (event.target as HTMLSelectElement).value as ReplyMode)}>
              ${MODES.map((mode) => html`<option value=${mode} ?selected=${setup.mode === mode}>${p.start.modes[mode]}</option>`)}
            </select>
          </label>
        </details>`
        : nothing
    }`;
}

function wishes(setup: Setup, changed: () => void): TemplateResult {
  const area = (key: "focus" | "avoid", label: string) => html`<label>
    <span class="eyebrow">${label} <span class="optional">${p.start.lines}</span></span>
    <textarea rows="2" name=${`about-${key}`} dir="auto" .value=${setup[key]}
      @input=${(event: Event) => (setup[key] = (event.target as HTMLTextAreaElement).value)}></textarea>
  </label>`;
  return html`<details class="wishes">
    <summary>${p.start.guidelines}</summary>
    <div class="fields">
      ${field(setup, "tone", p.start.tone, changed, "text", p.start.toneHint)} ${area("focus", p.start.focus)} ${area("avoid", p.start.avoid)}
    </div>
  </details>`;
}

function questions(setup: Setup): TemplateResult {
  return html`<label class="number"><span class="eyebrow">${p.start.questions}</span>
    <input type="number" name="questions" min="1" max=${MOST_QUESTIONS} required .value=${String(setup.questions || "")}
      @input=${(event: Event) => (setup.questions = (event.target as HTMLInputElement).valueAsNumber || 0)} />
    <span class="fine">${p.start.questionsHint(MOST_QUESTIONS)}</span>
  </label>`;
}
