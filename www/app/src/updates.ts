// The service worker as the page sees it: registered once the first question is there, and never changed under an
// interview without the respondent's word.

import { language } from "./preferences.js";
import { trustedScript } from "./trusted.js";

/** What a waiting version means for the page. */
class Updates extends EventTarget {
  /** True while a new version waits for the respondent. */
  ready = false;
  private registration: ServiceWorkerRegistration | undefined;
  private asked = false;
  private reloading = false;

  /** True once the worker has every file of the app, so that all of it opens without a network. */
  get keepsAll(): boolean {
    return Boolean(navigator.serviceWorker?.controller);
  }

  /** Registers the worker; calling it again looks for a new version. */
  async register(): Promise<void> {
    // A first visit has no icon yet.
    if ("setAppBadge" in navigator && this.keepsAll)
      void import("./badge.js").then(({ followBadge }) => followBadge()).catch(() => undefined);
    if (!("serviceWorker" in navigator)) return;
    void keepLanguage();
    if (this.asked) {
      await this.registration?.update().catch(() => undefined);
      return;
    }
    this.asked = true;
    const container = navigator.serviceWorker;
    const controlled = container.controller !== null;
    try {
      this.registration = await container.register(trustedScript("sw.js"), { updateViaCache: "none" });
    } catch {
      // No worker (a private window, an old browser): the page works, only not without a network.
      return;
    }
    const { registration } = this;
    // A browser may hand out nothing where something keeps workers from it.
    if (!registration) return;
    if (registration.waiting && controlled) this.offer();
    registration.addEventListener("updatefound", () => {
      const { installing } = registration;
      installing?.addEventListener("statechange", () => {
        if (installing.state === "installed" && container.controller) this.offer();
      });
    });
    container.addEventListener("controllerchange", () => {
      if (this.reloading) location.reload();
      // Another tab took the new version: this one may miss a file it has not loaded yet.
      else if (controlled) this.offer();
    });
    registration.active?.postMessage("tidy");
    // A tab that stays open for days learns of a new version when the respondent comes back to it.
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") void registration.update().catch(() => undefined);
    });
  }

  /** Takes the new version and loads the page again. */
  async activate(): Promise<void> {
    // Open interviews save their drafts and let go of their locks.
    dispatchEvent(new Event("colloquy-leave"));
    this.reloading = true;
    const waiting = this.registration?.waiting;
    if (waiting) waiting.postMessage("activate");
    else location.reload();
  }

  /** Leaves the new version for the next start. */
  dismiss(): void {
    this.ready = false;
    this.dispatchEvent(new Event("change"));
  }

  private offer(): void {
    this.ready = true;
    this.dispatchEvent(new Event("change"));
  }
}

/** Has the worker keep the guides of this page's language, as soon as there is one. */
async function keepLanguage(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ language: language() });
}

/** The worker of this page. */
export const updates = new Updates();
