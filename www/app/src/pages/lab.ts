// Measures how well models keep a contract, and shows it.
import type { Contract, ReplyMode } from "colloquy";
import { html, nothing, type TemplateResult } from "lit";
import { messageOf, openedLibrary } from "../engine.js";
import { save } from "../files.js";
import { count, seconds, share } from "../format.js";
import { ask, contractOf } from "../lab/ask.js";
import { FIRST_CONTRACT, IN_PARTS } from "../kinds/lab.js";
import { INPUTS, SCHEMA } from "../lab/inputs.js";
import { AT_ONCE, RETRIES, inTurn, mostCalls, plan, rows, toCsv, toJson, type Row, type Run, type Setting } from "../lab/measure.js";
import { MODES, chosen, offered, type ModelChoice } from "../models.js";
import { Page } from "../page.js";
import { language } from "../preferences.js";
import { p } from "../text.js";
import { lab as english, type LabText } from "../text/lab.en.js";
import { updates } from "../updates.js";
import css from "./lab.css?inline";

type ContractName = keyof LabText["contracts"];

/** Most runs of one setting: a hundred give a rate within a few percent, and cost what they cost. */
const MOST_RUNS = 100;
/** Most failures that are listed of one setting, and most characters of one: the files hold all of it. */
const SHOWN_FAILURES = 20;
const FAILURE_CHARS = 4_000;

/** The words of the language in force. */
let l: LabText = english;

let styled = false;

/** Brings the words of the lab and puts its style sheet on the document. */
export async function prepareLab(): Promise<void> {
  if (!styled) {
    styled = true;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }
  const id = language();
  if (id === "de") l = (await import("../text/lab.de.js")).lab;
  else if (id === "es") l = (await import("../text/lab.es.js")).lab;
  else if (id === "fr") l = (await import("../text/lab.fr.js")).lab;
  else if (id === "ar") l = (await import("../text/lab.ar.js")).lab;
  else if (id === "ja") l = (await import("../text/lab.ja.js")).lab;
  else l = english;
}

/** Asks for a contract in every chosen model and reply mode, and shows how often it was kept. */
export class LabPage extends Page {
  static override properties = {
    models: { state: true },
    contract: { state: true },
    picked: { state: true },
    modes: { state: true },
    each: { state: true },
    fault: { state: true },
    running: { state: true },
    over: { state: true },
    runs: { state: true },
  };

  declare private models: readonly ModelChoice[] | undefined;
  declare private contract: ContractName;
  declare private picked: ReadonlySet<string>;
  declare private modes: ReadonlySet<ReplyMode>;
  declare private each: number;
  declare private fault: string;
  declare private running: { done: number; of: number } | undefined;
  /** How the last measuring ended. */
  declare private over: "" | "finished" | "cancelled";
  declare private runs: readonly Run[];
  /** What the runs that are shown were about. */
  private measured: { contract: string; input: string; settings: readonly Setting[] } = { contract: "", input: "", settings: [] };
  private inputs: Partial<Record<ContractName, string>> = {};
  private schema = SCHEMA;
  private controller: AbortController | undefined;

  constructor() {
    super();
    this.contract = FIRST_CONTRACT;
    this.picked = new Set();
    this.modes = new Set(MODES);
    this.each = 5;
    this.fault = "";
    this.over = "";
    this.runs = [];
  }

  override get heading(): string {
    return l.title;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // The engine judges the replies; it comes while the page is read.
    void openedLibrary().catch(() => undefined);
    void offered().then(({ models }) => {
      this.models = models;
      this.picked = new Set(models.slice(0, 1).map(({ key }) => key));
    });
    void updates.register();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.controller?.abort();
  }

  /** Sequential is for contracts that have parts. */
  private usable(): readonly ReplyMode[] {
    return MODES.filter((mode) => this.modes.has(mode) && (mode !== "sequential" || IN_PARTS.has(this.contract)));
  }

  private settings(): Setting[] {
    const models = this.models?.filter(({ key }) => this.picked.has(key)) ?? [];
    return models.flatMap(({ key, label }) => this.usable().map((mode) => ({ model: key, label, mode })));
  }

  private get input(): string {
    return this.inputs[this.contract] ?? (this.contract === "own" ? INPUTS.findings : INPUTS[this.contract]);
  }

  private async measure(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const settings = this.settings();
    if (this.running) return;
    if (settings.length === 0) {
      this.fault = l.choose;
      return;
    }
    let contract: Contract;
    try {
      this.fault = "";
      contract = this.contract === "own" ? await contractOf(this.schema) : this.contract;
    } catch (error) {
      this.fault = `${l.schemaFault}: ${messageOf(error)}`;
      return;
    }
    const controller = new AbortController();
    this.controller = controller;
    const { signal } = controller;
    const { input } = this;
    const jobs = plan(settings, this.each);
    this.measured = { contract: this.contract, input, settings };
    this.runs = [];
    this.over = "";
    this.running = { done: 0, of: jobs.length };
    await inTurn(jobs, AT_ONCE, signal, async (job) => {
      const run = await chosen(job.model, job.mode)
        .then((model) => ask(job, model, contract, input, signal))
        .catch((error: unknown): Run => ({ ...job, outcome: "failed", attempts: [], ms: 0, error: messageOf(error) }));
      this.runs = [...this.runs, run];
      this.running = { done: this.runs.length, of: jobs.length };
    });
    this.running = undefined;
    this.over = signal.aborted ? "cancelled" : "finished";
  }

  private export(kind: "json" | "csv"): void {
    const { contract, input } = this.measured;
    const at = new Date();
    const name = `colloquy-lab-${contract}-${at.toISOString().slice(0, 19).replaceAll(":", "")}.${kind}`;
    if (kind === "json") save(name, toJson(contract, input, this.runs, at), "application/json");
    else save(name, toCsv(contract, this.runs), "text/csv");
    this.toast(p.actions.downloaded(name));
  }

  protected override render(): TemplateResult {
    const { models } = this;
    return html`<div class="page lab">
      ${this.h1()}
      <p class="lead">${l.lead}</p>
      ${models === undefined ? nothing : models.length === 0 ? this.noModel() : html`${this.form(models)} ${this.progress()} ${this.results()}`}
    </div>`;
  }

  private noModel(): TemplateResult {
    return html`<section class="empty" aria-labelledby="no-model">
      <h2 id="no-model">${l.needsModel}</h2>
      <p>${navigator.onLine ? l.needsModelWhy : l.offline}</p>
    </section>`;
  }

  private form(models: readonly ModelChoice[]): TemplateResult {
    const { contract } = this;
    const settings = this.settings();
    const steps = (mode: string) => (mode === "sequential" ? 3 : 1);
    return html`<form @submit=${(event: SubmitEvent) => void this.measure(event)}>
      <label class="field"><span class="eyebrow">${l.contract}</span>
        <select name="contract" ?disabled=${this.running !== undefined} @change=${(event: Event) => (this.contract = (event.target as HTMLSelectElement).value as ContractName)}>
          ${(Object.keys(l.contracts) as ContractName[]).map((id) => html`<option value=${id} ?selected=${id === contract}>${l.contracts[id]}</option>`)}
        </select>
      </label>
      ${
        contract === "own"
          ? html`<label class="field"><span class="eyebrow">${l.schema}</span>
            <textarea name="schema" class="code" rows="10" dir="ltr" spellcheck="false" required .value=${this.schema} @input=${(event: Event) => (this.schema = (event.target as HTMLTextAreaElement).value)}></textarea>
          </label>`
          : nothing
      }
      <fieldset class="checks"><legend>${l.models}</legend>
        ${models.map(({ key, label, name }) => this.check("model", key, label, name === label ? "" : name, this.picked.has(key), (on) => (this.picked = changed(this.picked, key, on))))}
      </fieldset>
      <fieldset class="checks"><legend>${l.modes}</legend>
        ${MODES.map((mode) => {
          const unusable = mode === "sequential" && !IN_PARTS.has(contract);
          const choose = (on: boolean) => (this.modes = changed(this.modes, mode, on));
          return this.check("mode", mode, l.modeNames[mode], l.modeWhy[mode], this.modes.has(mode) && !unusable, choose, unusable);
        })}
        ${IN_PARTS.has(contract) ? nothing : html`<p class="fine">${l.sequentialOnly}</p>`}
      </fieldset>
      <label class="number"><span class="eyebrow">${l.runs}</span>
        <input type="number" name="runs" min="1" max=${MOST_RUNS} required .value=${String(this.each || "")} @input=${(event: Event) => (this.each = (event.target as HTMLInputElement).valueAsNumber || 0)} />
      </label>
      <label class="field"><span class="eyebrow">${l.input}</span>
        <textarea name="input" rows="8" dir="auto" required .value=${this.input} @input=${(event: Event) => (this.inputs = { ...this.inputs, [contract]: (event.target as HTMLTextAreaElement).value })}></textarea>
        <span class="fine">${l.inputWhy}</span>
      </label>
      ${this.fault ? html`<p class="warning" role="alert" dir="auto">${this.fault}</p>` : nothing}
      <p class="fine">${settings.length ? l.most(count(settings.length * this.each), count(mostCalls(settings, this.each, steps))) : l.choose}</p>
      <p class="actions">
        ${
          this.running
            ? html`<button class="button secondary" type="button" @click=${() => this.controller?.abort()}>${l.cancel}</button>`
            : html`<button class="button" ?disabled=${settings.length === 0}>${l.run}</button>`
        }
      </p>
    </form>`;
  }

  private check(
    name: string,
    value: string,
    label: string,
    why: string,
    checked: boolean,
    set: (on: boolean) => void,
    disabled = false,
  ): TemplateResult {
    return html`<label class="choice">
      <input type="checkbox" name=${name} value=${value} .checked=${checked} ?disabled=${disabled} @change=${(event: Event) => set((event.target as HTMLInputElement).checked)} />
      <span><b dir="auto">${label}</b> <span>${why}</span></span>
    </label>`;
  }

  private progress(): TemplateResult {
    const { running, over } = this;
    return html`<div class="measuring">
      ${running ? html`<progress aria-label=${l.progress} max=${running.of} value=${running.done}></progress><p class="fine">${l.done(count(running.done), count(running.of))}</p>` : nothing}
      <p class="fine" role="status">${over ? l[over] : ""}</p>
    </div>`;
  }

  private results(): TemplateResult {
    const list = rows(this.runs, this.measured.settings);
    if (list.length === 0)
      return html`<section aria-labelledby="measured"><h2 id="measured">${l.results}</h2><p class="fine">${l.none}</p></section>`;
    const { columns } = l;
    return html`<section aria-labelledby="measured">
        <h2 id="measured">${l.results}</h2>
        <div class="scroll" role="region" aria-labelledby="measured" tabindex="0">
          <table>
            <thead>
              <tr>
                <th scope="col">${columns.model}</th><th scope="col">${columns.mode}</th><th scope="col" class="n">${columns.valid}</th><th scope="col" class="n">${columns.first}</th>
                ${Array.from({ length: RETRIES }, (_, at) => html`<th scope="col" class="n">${columns.after(at + 1)}</th>`)}
                <th scope="col" class="n">${columns.tokens}</th><th scope="col" class="n">${columns.median}</th><th scope="col" class="n">${columns.p95}</th>
              </tr>
            </thead>
            <tbody>${list.map(tableRow)}</tbody>
          </table>
        </div>
        <p class="fine">${l.legend}</p>
        <p class="actions">
          <button class="button secondary" type="button" ?disabled=${this.running !== undefined} @click=${() => this.export("json")}>${l.json}</button>
          <button class="button secondary" type="button" ?disabled=${this.running !== undefined} @click=${() => this.export("csv")}>${l.csv}</button>
        </p>
      </section>
      <section aria-labelledby="unusable">
        <h2 id="unusable">${l.failures}</h2>
        ${list.every(({ failures }) => failures.length === 0) ? html`<p class="fine">${l.noFailures}</p>` : list.map(failures)}
      </section>`;
  }
}

function tableRow(row: Row): TemplateResult {
  const part = (n: number | undefined) => share(Math.round(((n ?? 0) / row.runs) * 100));
  const time = (ms: number | null) => (ms === null ? "–" : seconds(ms));
  return html`<tr>
    <th scope="row" dir="auto">${row.label}</th>
    <td>${modeName(row.mode)}</td>
    <td class="n">${count(row.valid)} / ${count(row.runs)}</td>
    ${row.within.map((n, at) => html`<td class="n ${at === 0 ? "strong" : ""}">${part(n)}</td>`)}
    <td class="n">${row.tokensPerValid === null ? "–" : count(row.tokensPerValid)}</td>
    <td class="n">${time(row.medianMs)}</td>
    <td class="n">${time(row.p95Ms)}</td>
  </tr>`;
}

function failures({ label, mode, failures: list }: Row): TemplateResult | typeof nothing {
  if (list.length === 0) return nothing;
  return html`<h3>${l.failuresOf(label, modeName(mode))}</h3>
    <ul class="rows unusable">
      ${list.slice(0, SHOWN_FAILURES).map(
        ({ text, issues, count: times, replied }) => html`<li>
          <ul class="issues">${issues.map((issue) => html`<li><bdi>${issue}</bdi></li>`)}</ul>
          ${times > 1 ? html`<span class="fine">${l.times(times)}</span>` : nothing}
          ${text ? html`<details><summary>${p.stored.reply}</summary><pre dir="auto">${text.slice(0, FAILURE_CHARS)}</pre></details>` : html`<p class="fine">${replied ? l.emptyReply : l.noReply}</p>`}
        </li>`,
      )}
    </ul>`;
}

const modeName = (mode: string): string => (mode in l.modeNames ? l.modeNames[mode as ReplyMode] : mode);

function changed<T>(set: ReadonlySet<T>, value: T, on: boolean): ReadonlySet<T> {
  const next = new Set(set);
  if (on) next.add(value);
  else next.delete(value);
  return next;
}

customElements.define("colloquy-lab-page", LabPage);

declare global {
  interface HTMLElementTagNameMap {
    "colloquy-lab-page": LabPage;
  }
}
