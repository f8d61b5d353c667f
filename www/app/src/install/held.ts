// What the browser offers for installing the app. It does so as soon as it can; that is held back until an interview is finished.

/** The browser's offer: made once, and taken once. */
interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: "accepted" | "dismissed" }>;
}

let held: InstallPrompt | undefined;

addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  held = event as InstallPrompt;
});
addEventListener("appinstalled", () => {
  held = undefined;
});

/** True while there is an offer to make. */
export const installable = (): boolean => held !== undefined;

/** Takes the offer: it cannot be made a second time. */
export function takePrompt(): InstallPrompt | undefined {
  const taken = held;
  held = undefined;
  return taken;
}
