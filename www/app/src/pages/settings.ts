// Looks and language of the app, and the models that its server offers.
import { html, nothing, type TemplateResult } from "lit";
import { offered, type ModelChoice } from "../models.js";
import { Page } from "../page.js";
import { prefer, preferences, type Language, type Preferences } from "../preferences.js";
import { link } from "../route.js";
import { loadCoreText, loadPageText, p } from "../text.js";
import { updates } from "../updates.js";

/** Languages with their own names, as a reader of each would look for them. */
const LANGUAGES: readonly { id: Language; name: string }[] = [
  { id: "en", name: "English" },
  { id: "de", name: "Deutsch" },
  { id: "es", name: "Español" },
  { id: "fr", name: "Français" },
  { id: "ar", name: "العربية" },
  { id: "ja", name: "日本語" },
];

/** Lets the respondent choose how the app looks and speaks. */
export class SettingsPage extends Page {
  private models: readonly ModelChoice[] = [];

  override get heading(): string {
    return p.settings.title;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void offered().then(({ models }) => {
      this.models = models;
      this.requestUpdate();
    });
    void updates.register();
  }

  private choose(change: Partial<Preferences>): void {
    if (!prefer(change)) this.toast(p.settings.notKept);
    this.requestUpdate();
  }

  private async speak(language: Language | ""): Promise<void> {
    this.choose({ language });
    await Promise.all([loadCoreText(), loadPageText()]);
    this.requestUpdate();
    await this.updateComplete;
    // The frame draws its own words again with the title.
    this.retitle();
  }

  protected override render(): TemplateResult {
    const { themes, sizes } = p.settings;
    return html`
      <div class="page">
        ${this.h1()}
        <p class="lead">${p.settings.lead}</p>
        ${this.group(
          "theme",
          p.settings.theme,
          (Object.keys(themes) as Preferences["theme"][]).map((id) => [id, themes[id]] as const),
          preferences.theme,
          (theme) => this.choose({ theme }),
        )}
        ${this.group(
          "size",
          p.settings.textSize,
          ([100, 115, 130] as const).map((size) => [size, sizes[size]] as const),
          preferences.textSize,
          (textSize) => this.choose({ textSize }),
        )}
        ${this.group(
          "enter",
          p.settings.enterKey,
          (["newline", "send"] as const).map((id) => [id, p.settings.enterKeys[id]] as const),
          preferences.enterKey,
          (enterKey) => this.choose({ enterKey }),
        )}
        <section>
          <label class="single"><span class="eyebrow">${p.settings.language}</span>
            <select name="language" @change=${(event: Event) => void this.speak((event.target as HTMLSelectElement).value as Language | "")}>
              <option value="" ?selected=${preferences.language === ""}>${p.settings.auto}</option>
              ${LANGUAGES.map(({ id, name }) => html`<option value=${id} lang=${id} ?selected=${preferences.language === id}>${name}</option>`)}
            </select>
          </label>
          <p class="fine">${p.settings.languageHint}</p>
        </section>
        ${
          this.models.length
            ? html`<section>
              <h2>${p.settings.model}</h2>
              <p>${p.settings.modelWhy}</p>
              <ul class="findings">${this.models.map(({ label, name, dialect }) => html`<li><span dir="auto">${label}</span> <span class="fine"><bdi>${dialect}</bdi> · <bdi>${name}</bdi></span></li>`)}</ul>
              <p class="actions"><a href=${link({ lab: "1" })}>${p.settings.modelLab}</a></p>
            </section>`
            : nothing
        }
      </div>
    `;
  }

  private group<T extends string | number>(
    name: string,
    legend: string,
    options: readonly (readonly [T, string])[],
    chosen: T,
    choose: (value: T) => void,
  ): TemplateResult {
    return html`<fieldset class="segments">
      <legend>${legend}</legend>
      ${options.map(
        ([value, label]) => html`<label>
          <input type="radio" name=${name} .checked=${value === chosen} @change=${() => choose(value)} />
          <span>${label}</span>
        </label>`,
      )}
    </fieldset>`;
  }
}

customElements.define("colloquy-settings-page", SettingsPage);

declare global {
  interface HTMLElementTagNameMap {
    "colloquy-settings-page": SettingsPage;
  }
}
