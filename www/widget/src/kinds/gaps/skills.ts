import type { TemplateResult } from "lit";
import type { AttributeView, GapEnd, SkillView, View } from "colloquy";
import type { KindOf, Shared, Ui } from "../../types.js";
import { SkillsEditor } from "./editor.js";
import { Evidence } from "./evidence.js";
import { completeness, listed, wordedValue } from "./values.js";
import { wordsOf } from "./words.js";

type Gaps = KindOf<"gaps">;

/** Why a skill is not asked about any more, in words. */
const ENDS = {
  resolved: "endResolved",
  exhausted: "endExhausted",
  off_topic: "endOffTopic",
  not_known: "endNotKnown",
  refused: "endRefused",
} as const satisfies Record<GapEnd, string>;

/** Phases in which the skills stand at the head; the review and the results have them below their title. */
const SHOWN: readonly View["phase"][] = ["asking", "answering", "retrying", "offline", "given_up", "paused"];

/** From how much room on the skills stand beside the questions, and up to which height of the window the head is no longer kept in sight: both in rem, as in the style sheets. */
const SIDE_COLUMN_REM = 72;
const LOW_REM = 30;

/** What is known of the respondent's skills: one line that opens while questions are asked, the whole table afterwards. */
export class Skills {
  #evidence: Evidence;
  #editor: SkillsEditor;
  #open = false;
  /** True while it is open as a sheet over the foot of the window, for want of room beside the questions. */
  #sheet = false;
  /** The rows as they were last read, and what they were read for: reading them at every drawing would cost while text streams in. */
  #rows: SkillView[] = [];
  #key = "";
  /** What was last announced of them. */
  #last = "";
  #announced = "";

  constructor(
    private readonly shared: Shared,
    private readonly ui: Ui,
  ) {
    this.#evidence = new Evidence(shared, ui);
    this.#editor = new SkillsEditor(shared, ui);
  }

  /** The skills as they are now. */
  rows({ session, closed }: View, { revision }: Gaps): readonly SkillView[] {
    const key = `${session} ${revision} ${closed}`;
    const details = key === this.#key ? null : this.ui.session.interview?.details();
    if (details && "skills" in details) {
      this.#rows = details.skills;
      // A question that was open when the questions ended is not asked any more.
      if (closed) for (const row of this.#rows) for (const one of [row, ...row.attributes]) one.now = false;
      this.#key = key;
    }
    return this.#rows;
  }

  /** The line at the head with what it opens; null while there is nothing to show. */
  line(view: View, skills: Gaps): TemplateResult | null {
    const { html, icons, nothing } = this.shared;
    if (skills.reading || !SHOWN.includes(view.phase)) return null;
    this.#watch(view, skills);
    const words = wordsOf(this.ui);
    return html`<section class="skillset" part="skills" aria-label=${words.skills} @keydown=${this.#escape}>
      <p class="unseen" role="status">${this.#announced}</p>
      <button type="button" class="quiet" aria-expanded=${this.#open} aria-controls="skillset" @click=${this.#toggle}>
        <span class="where">${this.#counted(skills)}${this.#asked(view, skills)}</span>${icons.chevron}
      </button>
      <div class="drawer" id="skillset" popover=${this.#sheet ? "manual" : nothing} ?hidden=${!this.#open} @focusout=${this.#left}>${
        this.#open
          ? html`<p class="shut"><button type="button" class="secondary small" @click=${this.#toggle}>${words.close}</button></p>${this.#body(view, skills)}`
          : null
      }</div>
    </section>`;
  }

  /** The table below a title of its own, for the review and the results. */
  section(view: View, skills: Gaps): TemplateResult {
    const { html } = this.shared;
    this.#watch(view, skills);
    return html`<section class="skillset whole" aria-labelledby="skills-title">
      <h3 id="skills-title">${wordsOf(this.ui).skills}</h3>
      <p class="unseen" role="status">${this.#announced}</p>
      ${this.#body(view, skills)}
    </section>`;
  }

  #counted({ count, completeness: known }: Gaps): string {
    const words = wordsOf(this.ui);
    const { percent, say } = this.shared;
    if (count === 0) return words.skillsNone;
    return `${say(this.ui, words.skillsCount, { n: count })} · ${say(this.ui, words.skillsKnown, { percent: percent(this.ui, known) })}`;
  }

  /** What the open question asks, for the line. */
  #asked(view: View, skills: Gaps): TemplateResult | null {
    const { html, say } = this.shared;
    const gap = view.question?.gap;
    const words = wordsOf(this.ui);
    if (!gap || view.phase !== "answering") return null;
    if (!gap.skill) return html` · <b>${words.skillsNowAny}</b>`;
    const labels =
      this.rows(view, skills)
        .find(({ skill }) => skill === gap.skill)
        ?.attributes.filter(({ now }) => now) ?? [];
    const what = [gap.skill, listed(this.ui, labels)].filter(Boolean).join(", ");
    return html` · <b>${say(this.ui, words.skillsNow, { what })}</b>`;
  }

  #watch({ session, phase }: View, skills: Gaps): void {
    const key = `${session} ${skills.count} ${skills.known}`;
    // While the reply to an answer is worked on, several texts may be read: what came of all of them is announced.
    if (key === this.#last || phase === "asking") return;
    this.#announced = this.#last.startsWith(`${session} `) ? this.#counted(skills) : "";
    this.#last = key;
  }

  #body(view: View, skills: Gaps): TemplateResult {
    const { html, nothing, readOnly } = this.shared;
    const words = wordsOf(this.ui);
    const rows = this.rows(view, skills);
    const editable = view.can.edit && !readOnly(view);
    const columns = rows[0]?.attributes ?? [];
    const lines = this.#editor.lines(view.session, rows, editable);
    // Its roles are spelled out: a browser forgets that it is a table where it is drawn as cards.
    return html`${this.#meter(skills)}
      ${
        lines.length === 0
          ? html`<p class="hint">${words.skillsNone}</p>`
          : html`<table role="table">
            <caption class="unseen">${words.skillsCaption}</caption>
            <thead role="rowgroup"><tr role="row">
              <th role="columnheader" scope="col">${words.skillColumn}</th>
              ${columns.map(({ label }) => html`<th role="columnheader" scope="col" dir="auto" lang=${view.locale}>${label}</th>`)}
              ${editable ? html`<th role="columnheader" scope="col"><span class="unseen">${words.skillActs}</span></th>` : nothing}
            </tr></thead>
            <tbody role="rowgroup">${lines.map(
              (line, at) => this.#editor.row(view, line, at, columns.length + 2) ?? this.#row(view, line.skill, at, editable),
            )}</tbody>
          </table>`
      }
      ${editable ? this.#editor.adder(rows) : nothing}`;
  }

  #row(view: View, skill: SkillView, at: number, editable: boolean): TemplateResult {
    const { html, nothing, percent, say } = this.shared;
    const words = wordsOf(this.ui);
    const { now, probes, limit, ended, confidence } = skill;
    const state = now ? say(this.ui, words.probeOf, { n: Math.min(probes + 1, limit), max: limit }) : ended ? words[ENDS[ended]] : "";
    const sure = say(this.ui, words.confidence, { percent: percent(this.ui, Math.round(confidence * 100)) });
    return html`<tr role="row" data-row=${at} class=${now ? "asked" : ""}>
      <th role="rowheader" scope="row" abbr=${skill.skill}>
        <bdi class="skill">${skill.skill}</bdi> ${this.#evidence.render(`${at}`, skill.skill, skill, skill.quote ? sure : "")}
        ${state ? html`<span class="state">${state}</span>` : nothing}
      </th>
      ${skill.attributes.map((attribute, place) => this.#cell(view, skill.skill, attribute, `${at}-${place}`))}
      ${editable ? html`<td role="cell" class="acts">${this.#editor.acts(skill, at)}</td>` : nothing}
    </tr>`;
  }

  #cell(view: View, skill: string, attribute: AttributeView, key: string): TemplateResult {
    const { html } = this.shared;
    const words = wordsOf(this.ui);
    const { label, value, source, now } = attribute;
    const content = source
      ? html`<span class="value" dir="auto">${wordedValue(this.ui, attribute.attribute, value)}</span> ${this.#evidence.render(
          key,
          `${skill}, ${label}`,
          attribute,
        )}`
      : now
        ? html`<span class="ask">${words.askedNow}</span>`
        : html`<span class="none" aria-hidden="true">–</span><span class="unseen">${words.unknown}</span>`;
    return html`<td role="cell" class=${now ? "asked" : source ? "" : "empty"}
      ><span class="label" aria-hidden="true" dir="auto" lang=${view.locale}>${label}</span><span class="content">${content}</span></td>`;
  }

  /** How much is known, with the mark from which it is enough. */
  #meter(skills: Gaps): TemplateResult {
    const { html } = this.shared;
    const { completeness: known, complete } = skills;
    const text = completeness(this.shared, this.ui, skills);
    // Drawn as a picture of a hundred units: no style attribute is needed for where the mark stands.
    return html`<div class="known">
      <p class="hint" aria-hidden="true">${text}</p>
      <div role="meter" aria-label=${wordsOf(this.ui).knownMeter} aria-valuemin="0" aria-valuemax="100" aria-valuenow=${known}
        aria-valuetext=${text}>
        <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
          <rect class="track" y="2" width="100" height="6"></rect><rect class="fill" y="2" width=${known} height="6"></rect>
          <rect class="goal" x=${complete - 0.3} width="0.6" height="10"></rect>
        </svg>
      </div>
    </div>`;
  }

  #toggle = (): void => {
    this.#open = !this.#open;
    const drawer = this.ui.find<HTMLElement>(".drawer");
    this.#sheet = this.#open && this.#wantsSheet(drawer);
    this.ui.requestUpdate();
    if (!this.#open) this.ui.focusOn(".skillset > button");
    if (this.#sheet) void this.ui.updateComplete.then(() => this.#lift(drawer as HTMLElement));
  };

  #wantsSheet(drawer: HTMLElement | null): boolean {
    const room = (drawer?.getRootNode() as ShadowRoot | undefined)?.host.clientWidth ?? 0;
    return (
      "popover" in HTMLElement.prototype &&
      room < SIDE_COLUMN_REM * remOf(document.documentElement) &&
      innerHeight > LOW_REM * remOf(document.documentElement)
    );
  }

  /** Shows the sheet below the question that is answered, which stays in sight above it. */
  #lift(drawer: HTMLElement): void {
    drawer.showPopover();
    const current = this.ui.find(".current");
    current?.scrollIntoView?.({ block: "start" });
    const question = (current?.querySelector(".question") ?? current)?.getBoundingClientRect().bottom ?? 0;
    drawer.style.setProperty("--cq-below", `${Math.ceil(question)}px`);
  }

  /** Who goes on with something that the sheet lies over is done with it. */
  #left = ({ relatedTarget, currentTarget }: FocusEvent): void => {
    const to = relatedTarget as Element | null;
    if (this.#sheet && to && !(currentTarget as Element).contains(to) && !to.matches("[aria-controls=skillset]")) this.#shut();
  };

  #escape = (event: KeyboardEvent): void => {
    if (event.key === "Escape" && this.#sheet) this.#toggle();
  };

  #shut(): void {
    this.#open = this.#sheet = false;
    this.ui.requestUpdate();
  }
}

const remOf = (root: Element): number => parseFloat(getComputedStyle(root).fontSize);
