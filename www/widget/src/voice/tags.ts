/**
 * Returns a language with a region, which recognisers and voices have: that of the reader's own languages, else the likeliest.
 * @example regional("de", ["en-GB", "de-AT"]) // "de-AT"
 */
export function regional(locale: string, preferred: readonly string[]): string {
  const tag = localeOf(locale);
  // What is no language tag the browser refuses by itself.
  if (!tag || tag.region) return locale;
  const own = preferred.map(localeOf).find((one) => one?.language === tag.language && one.region);
  const { region } = own ?? tag.maximize();
  return region ? `${tag.language}-${region}` : locale;
}

/** Reads a tag; browsers have some among a reader's languages that are none, such as `C`. */
function localeOf(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag);
  } catch {
    return null;
  }
}

/**
 * Chooses the voice for a language: one of this device before a service, then the one for the same region.
 * @example voiceFor(speechSynthesis.getVoices(), "fr-FR")?.name
 */
export function voiceFor(voices: readonly SpeechSynthesisVoice[], lang: string): SpeechSynthesisVoice | null {
  // Android writes `fr_FR`.
  const tag = (voice: SpeechSynthesisVoice): string => voice.lang.replace("_", "-").toLowerCase();
  const wanted = lang.toLowerCase();
  const primary = wanted.split("-", 1)[0];
  const worth = (voice: SpeechSynthesisVoice): number =>
    (voice.localService ? 4 : 0) + (tag(voice) === wanted ? 2 : 0) + (voice.default ? 1 : 0);
  const fitting = voices.filter((voice) => tag(voice).split("-", 1)[0] === primary);
  return fitting.sort((one, other) => worth(other) - worth(one))[0] ?? null;
}

/** Languages that are written without spaces between words. */
const UNSPACED = /^(ja|zh|yue|th|lo|km|my)\b/i;

/**
 * Returns spoken words with the spaces that they need between the text before and after them.
 * @example spaced("I said", "hello", "", "en") // " hello"
 */
export function spaced(before: string, words: string, after: string, locale: string): string {
  const text = words.trim();
  if (!text || UNSPACED.test(locale)) return text;
  const start = before && !/\s$/.test(before) && !/^[.,;:!?…،؛؟)]/.test(text) ? " " : "";
  const end = after && !/^[\s.,;:!?…،؛؟)]/.test(after) ? " " : "";
  return start + text + end;
}
