// What the respondent chose about the app's looks. Kept in localStorage: none of it is part of any session.

/** Choices of the settings page. */
export interface Preferences {
  theme: "system" | "light" | "dark";
  /** Empty for the browser's language. */
  language: "" | Language;
  /** Percent of the browser's own text size. */
  textSize: 100 | 115 | 130;
  /** What Enter does in the answer box. */
  enterKey: "newline" | "send";
}

/** Languages that the app speaks. */
export type Language = "en" | "de" | "es" | "fr" | "ar" | "ja";

const LANGUAGES: readonly Language[] = ["en", "de", "es", "fr", "ar", "ja"];
const KEY = "colloquy.preferences";
const defaults: Preferences = { theme: "system", language: "", textSize: 100, enterKey: "newline" };

/** The choices in force. */
export const preferences: Preferences = { ...defaults, ...stored() };

function stored(): Partial<Preferences> {
  // A browser may refuse storage altogether; the app then starts with the defaults each time.
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return pick(found);
  } catch {
    return {};
  }
}

function pick(found: unknown): Partial<Preferences> {
  const chosen: Partial<Preferences> = {};
  if (typeof found !== "object" || found === null) return chosen;
  const { theme, language, textSize, enterKey } = found as Record<string, unknown>;
  if (theme === "light" || theme === "dark") chosen.theme = theme;
  const known = LANGUAGES.find((id) => id === language);
  if (known) chosen.language = known;
  if (textSize === 115 || textSize === 130) chosen.textSize = textSize;
  if (enterKey === "send") chosen.enterKey = enterKey;
  return chosen;
}

/** Changes choices, keeps them and applies them; returns false when they could not be kept for the next visit. */
export function prefer(change: Partial<Preferences>): boolean {
  Object.assign(preferences, change);
  apply();
  try {
    localStorage.setItem(KEY, JSON.stringify(preferences));
    return true;
  } catch {
    return false;
  }
}

/** Names the language in force: the chosen one, else the first of the browser's that the app speaks, else English. */
export function language(): Language {
  if (preferences.language) return preferences.language;
  for (const tag of navigator.languages) {
    const known = LANGUAGES.find((id) => tag.toLowerCase().split("-")[0] === id);
    if (known) return known;
  }
  return "en";
}

/** Names the language in which an interview that speaks some is led on this page, and whether it is the reader's own. */
export function languageOf(languages: readonly string[]): { name: string; own: boolean } {
  const own = languages.includes(language());
  const led = own ? language() : "en";
  return { name: new Intl.DisplayNames(language(), { type: "language" }).of(led) ?? led, own };
}

/** Puts the choices on the document. */
export function apply(): void {
  const root = document.documentElement;
  root.lang = language();
  root.dir = language() === "ar" ? "rtl" : "ltr";
  if (preferences.theme === "system") delete root.dataset["theme"];
  else root.dataset["theme"] = preferences.theme;
  root.style.fontSize = preferences.textSize === 100 ? "" : `${preferences.textSize}%`;
}
