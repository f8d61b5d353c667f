// The frame around every page: header, notices, the way between pages. What the first question needs is imported here;
// every other page comes when it is asked for.
import { LitElement, html, nothing, type TemplateResult } from "lit";
import { guideOf, openedLibrary, stored } from "./engine.js";
import "./install/held.js";
import type { Page, Toast } from "./page.js";
import "./pages/interview.js";
import { apply } from "./preferences.js";
import { details, problemOf, type Problem } from "./problem.js";
import { isMore, link, readRoute, type Route } from "./route.js";
import { loadCoreText, t } from "./text.js";
import { updates } from "./updates.js";

/** How long a message stays that offers nothing to do, and one that does, in milliseconds: the time to read it twice. */
const TOAST_MS = 6_000;
const ACTION_MS = 15_000;

/** The frame of the app. */
export class App extends LitElement {
  private route: Route = readRoute(location);
  private page: Page | undefined;
  private failure: Problem | undefined;
  private toasted: Toast | undefined;
  private timer = 0;
  private online = navigator.onLine;
  private turn = 0;

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener("popstate", () => void this.show());
    addEventListener("colloquy-go", () => void this.show());
    for (const change of ["online", "offline"]) {
      addEventListener(change, () => {
        this.online = navigator.onLine;
        this.requestUpdate();
      });
    }
    this.addEventListener("click", (event) => this.follow(event));
    this.addEventListener("page-title", () => this.retitle());
    this.addEventListener("page-toast", (event) => this.toast((event as CustomEvent<Toast>).detail));
    updates.addEventListener("change", () => this.requestUpdate());
    void this.show(true);
  }

  /** Shows the page that the address means. */
  private async show(first = false): Promise<void> {
    const turn = ++this.turn;
    this.route = readRoute(location);
    try {
      if (first) await loadCoreText();
      const page = await this.make(this.route);
      if (turn !== this.turn) return;
      this.page = page;
      this.failure = undefined;
      this.requestUpdate();
      await this.updateComplete;
      await page.updateComplete;
      if (!first) {
        scrollTo(0, 0);
        page.focusHeading();
      }
    } catch (error) {
      if (turn !== this.turn) return;
      this.page = undefined;
      this.failure = problemOf(error);
      this.requestUpdate();
    }
    this.retitle();
  }

  private async make(route: Route): Promise<Page> {
    if (route.page === "interview") {
      const known = route.guide === "" || guideOf(route.guide);
      if (known && !route.session && !route.sample && !(await this.active(route.guide))) {
        return this.make({ page: "start", guide: route.guide, from: null, shared: false });
      }
      const page = document.createElement("colloquy-interview-page");
      page.route = route;
      return page;
    }
    if (route.page === "start" && !guideOf(route.guide) && route.from) {
      return this.make({ page: "study", study: { session: route.from } });
    }
    if (route.page === "start" && !guideOf(route.guide)) {
      return this.make({ page: "interview", guide: route.guide, session: null, sample: true, fresh: true, model: null, mode: null });
    }
    if (isMore(route) || (route.page === "start" && route.shared)) return (await import("./more.js")).make(route);
    const pages = await import("./pages/index.js");
    return pages.make(route);
  }

  /** Whether a bare `?guide=ID` shows an active session again instead of the start page. */
  private async active(guide: string): Promise<boolean> {
    const library = await openedLibrary();
    const found = await stored(library.list({ guide, status: "active" }), []);
    return found.some((session) => !session.openElsewhere);
  }

  private retitle(): void {
    const heading = this.page?.heading;
    document.title = heading && heading !== t.name ? `${heading} · ${t.name}` : t.name;
  }

  private toast(toast: Toast): void {
    clearTimeout(this.timer);
    this.toasted = toast;
    if (!toast.stays) this.timer = window.setTimeout(() => this.untoast(), toast.action ? ACTION_MS : TOAST_MS);
    this.requestUpdate();
  }

  private untoast(): void {
    clearTimeout(this.timer);
    this.toasted = undefined;
    this.requestUpdate();
  }

  /** Follows links of the app without loading the document again. */
  private follow(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const anchor = (event.target as Element).closest("a");
    if (!anchor || anchor.target || anchor.hasAttribute("download")) return;
    const url = new URL(anchor.href);
    if (url.origin !== location.origin || url.pathname !== location.pathname || url.hash) return;
    event.preventDefault();
    history.pushState(null, "", url);
    void this.show();
  }

  protected override render(): TemplateResult {
    return html`
      <a class="skip" href="#main" @click=${this.skip}>${t.skip}</a>
      <header class="top">
        <a class="brand" href=${link()} aria-label=${t.name}>
          <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
            <path d="M6 5h13a6 6 0 0 1 6 6v3a6 6 0 0 1-6 6h-6l-6 5v-5.2A6 6 0 0 1 3 14V8a3 3 0 0 1 3-3z" />
            <circle cx="26" cy="25" r="3" />
          </svg>
          <span>${t.name}</span>
        </a>
        <nav aria-label=${t.main}>
          ${this.entry("library", {}, t.library)} ${this.entry("stored", { view: "stored" }, t.stored)}
          ${this.entry("settings", { view: "settings" }, t.settings)}
        </nav>
      </header>
      ${this.online ? nothing : html`<p class="strip" role="status"><b>${t.offline}</b> <span>${updates.keepsAll ? t.offlineWhy : t.offlineBare}</span></p>`}
      ${updates.ready ? this.updateStrip() : nothing}
      <main id="main" tabindex="-1">${this.page ?? (this.failure ? this.failed(this.failure) : html`<p class="wait">${t.loading}</p>`)}</main>
      <div class="toasts" role="status" aria-live="polite">${this.toasted ? this.toastBox(this.toasted) : nothing}</div>
    `;
  }

  private entry(page: Route["page"], query: Record<string, string>, label: string): TemplateResult {
    return html`<a href=${link(query)} aria-current=${this.route.page === page ? "page" : nothing}>${label}</a>`;
  }

  private updateStrip(): TemplateResult {
    return html`<p class="strip" role="status">
      <b>${t.update}</b> <span>${t.updateWhy}</span>
      <button class="link" @click=${() => void updates.activate()}>${t.reload}</button>
      <button class="link" @click=${() => updates.dismiss()}>${t.later}</button>
    </p>`;
  }

  private failed(problem: Problem): TemplateResult {
    const { text } = problem;
    return html`<section class="notice">
      <h1 tabindex="-1">${t.failed}</h1>
      <p dir="auto">${text}</p>
      ${text === t.failedWhy ? nothing : html`<p>${t.failedWhy}</p>`}
      <p>
        <button class="button" @click=${() => void this.show()}>${t.again}</button>
        <button class="button quiet" @click=${() => location.reload()}>${t.reload}</button>
      </p>
      ${details(problem)}
    </section>`;
  }

  private toastBox(toast: Toast): TemplateResult {
    const { action } = toast;
    const run = () => {
      this.untoast();
      action?.run();
    };
    return html`<div class="toast">
      <div dir="auto">${toast.text}${toast.detail ? details({ text: "", detail: toast.detail }) : nothing}</div>
      ${action ? html`<button class="link" @click=${run}>${action.label}</button>` : nothing}
      <button class="link" aria-label=${t.close} @click=${() => this.untoast()}>×</button>
    </div>`;
  }

  private skip(event: Event): void {
    event.preventDefault();
    document.getElementById("main")?.focus();
  }
}

apply();
customElements.define("colloquy-app", App);
