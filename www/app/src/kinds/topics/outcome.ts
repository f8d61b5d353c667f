// The outcome of an interview over topics: its end, each topic with what was said of it, and the typed values.
import type { View } from "colloquy";
import { html, nothing, type TemplateResult } from "lit";
import { p } from "../../text.js";
import type { KindOf, Outcome } from "../types.js";

/** One topic of the result. */
interface Topic {
  readonly id: string;
  readonly title: string;
  readonly state: string;
  readonly questions: readonly number[];
  readonly quotes: readonly { readonly question: number; readonly text: string }[];
  /** The value that a typed question brought. */
  readonly value: unknown;
}

/** Shows how it ended, the topics with their quotations, and the values. */
export function topicsView({ closing, locale }: View, kind: KindOf<"topics">, result: Outcome): TemplateResult {
  const { outcome } = result;
  const words = p.kinds.topics;
  const topics = topicsOf(outcome);
  const values = handedIn(outcome, topics);
  return html`<section aria-labelledby="ended">
      <h2 id="ended">${words.ended}</h2>
      <p>${kind.end ? words.ends[kind.end] : nothing}</p>
      ${closing ? html`<p class="fine" dir="auto" lang=${locale}>${closing}</p>` : nothing}
      ${/^https?:/i.test(kind.redirect) ? html`<p class="actions screen"><a class="button secondary" href=${kind.redirect} rel="noopener">${words.goOn}</a></p>` : nothing}
    </section>
    <section aria-labelledby="topics">
      <h2 id="topics">${words.topics}</h2>
      <ol class="rows coverage">${topics.map((topic) => topicRow(topic, result))}</ol>
    </section>
    ${
      values.length > 0
        ? html`<section aria-labelledby="values">
            <h2 id="values">${words.handedIn}</h2>
            <dl class="values">${values.map(([name, value]) => html`<div><dt dir="auto">${name}</dt><dd dir="auto">${value}</dd></div>`)}</dl>
          </section>`
        : nothing
    }`;
}

function topicRow({ id, title, state, questions, quotes, value }: Topic, { exchanges, save }: Outcome): TemplateResult {
  const words = p.kinds.topics;
  const first = exchanges.find(({ question }) => question.number === questions[0]);
  // A typed value in words, as it was chosen; quotations are of what was written.
  // One that was changed since is an answer in words.
  const shown = first?.filled?.items.join(", ") ?? (first?.amended && value !== null ? first.answer : "");
  const { storageUrl, name } = fields(value);
  const file = typeof storageUrl === "string" && typeof name === "string" ? { storageUrl, name } : null;
  return html`<li>
    <h3 dir="auto">${title || id}</h3>
    <p class="meta"><span>${(words.states as Readonly<Record<string, string>>)[state] ?? state}</span>${
      questions.length > 0 ? html`<span>${p.library.questions(questions.length)}</span>` : nothing
    }</p>
    ${shown ? html`<p dir="auto"><b>${shown}</b></p>` : nothing}
    ${
      file
        ? html`<p class="actions screen"><button class="button quiet" type="button" aria-label=${`${p.results.download}: ${file.name}`}
          @click=${() => save(file)}>${p.results.download}</button></p>`
        : nothing
    }
    ${quotes.map(({ question, text }) => html`<blockquote><span dir="auto">${text}</span> <span class="fine">${p.results.fromQuestion(question)}</span></blockquote>`)}
  </li>`;
}

/** The values that the host handed in; those of typed questions stand with their topics. */
function handedIn(outcome: unknown, topics: readonly Topic[]): [string, string][] {
  const { values } = fields(outcome);
  const asked = new Set(topics.map(({ id }) => id));
  return Object.entries(fields(values)).flatMap(([name, value]): [string, string][] => (asked.has(name) ? [] : [[name, String(value)]]));
}

/** Reads the topics of the outcome; a session of another version may hold less. */
function topicsOf(outcome: unknown): Topic[] {
  const list = fields(outcome)["topics"];
  const values = fields(fields(outcome)["values"]);
  const all = <Type>(value: unknown): Type[] => (Array.isArray(value) ? (value as Type[]) : []);
  return all(list).map((one) => {
    const { id, title, state, questions, quotes } = fields(one);
    return {
      id: String(id),
      title: String(title ?? ""),
      state: String(state),
      questions: all<number>(questions),
      quotes: all<Topic["quotes"][number]>(quotes),
      value: values[String(id)] ?? null,
    };
  });
}

const fields = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
