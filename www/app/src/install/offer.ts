// The offer to install the app: one line on the page of a finished interview, and no more once it was declined.
import { LitElement, html, nothing, type TemplateResult } from "lit";
import { a, loadAcrossText } from "../across/text.js";
import { installable, takePrompt } from "./held.js";
import css from "./offer.css?inline";

const KEY = "colloquy.install";
let declined = false;

function isDeclined(): boolean {
  try {
    return declined || localStorage.getItem(KEY) === "no";
  } catch {
    return declined;
  }
}

/** Offers to install the app where the browser does. */
export class InstallOffer extends LitElement {
  static override properties = { ready: { state: true } };

  declare private ready: boolean;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void loadAcrossText().then(
      () => (this.ready = true),
      // Without its words there is no offer, and nobody misses it.
      () => undefined,
    );
  }

  private async install(): Promise<void> {
    await takePrompt()
      ?.prompt()
      .catch(() => undefined);
    this.leave();
  }

  private decline(): void {
    declined = true;
    try {
      localStorage.setItem(KEY, "no");
    } catch {
      // It holds until the page is closed.
    }
    this.leave();
  }

  /** The offer goes; the focus stays beside where it was. */
  private leave(): void {
    this.requestUpdate();
    const near = this.previousElementSibling as HTMLElement | null;
    (near?.querySelector<HTMLElement>("a, button") ?? near)?.focus();
  }

  protected override render(): TemplateResult | typeof nothing {
    if (!this.ready || !installable() || isDeclined()) return nothing;
    return html`<p class="fine">${a.install.line}
      <button class="link" type="button" @click=${() => void this.install()}>${a.install.install}</button>
      <button class="link" type="button" @click=${() => this.decline()}>${a.install.decline}</button></p>`;
  }
}

const sheet = new CSSStyleSheet();
sheet.replaceSync(css);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

customElements.define("colloquy-install-offer", InstallOffer);
