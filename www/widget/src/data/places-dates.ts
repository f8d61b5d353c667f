// Countries and months as people write them: the data has codes and numbers.

/** Returns the name of a country given by its code, such as `PL`, in a language; any other text as it is. */
export function countryName(lang: string, text: string): string {
  if (!/^[A-Z]{2}$/.test(text)) return text;
  return new Intl.DisplayNames(lang, { type: "region", fallback: "code" }).of(text) ?? text;
}

/** Returns the code of a country that is named in a language, or by its code; any other text as it is. */
export function countryCode(lang: string, text: string): string {
  const wanted = text.trim().toLocaleLowerCase(lang);
  if (!wanted) return text;
  const names = new Intl.DisplayNames(lang, { type: "region", fallback: "none" });
  for (let at = 0; at < 26 * 26; at += 1) {
    const code = String.fromCharCode(65 + Math.floor(at / 26), 65 + (at % 26));
    const name = names.of(code)?.toLocaleLowerCase(lang);
    if (name !== undefined && (name === wanted || code.toLocaleLowerCase(lang) === wanted)) return code;
  }
  return text;
}

/** Writes a date given as `YYYY-MM` or `YYYY-MM-DD` with the name of its month; any other text, a year among them, as it is. */
export function dateText(lang: string, text: string): string {
  const [, year, month, day] = /^(\d{4})-(\d\d)(?:-(\d\d))?$/.exec(text) ?? [];
  if (!year || !month || Number(month) < 1 || Number(month) > 12) return text;
  const at = Date.UTC(Number(year), Number(month) - 1, Number(day ?? 1));
  return new Intl.DateTimeFormat(lang, { year: "numeric", month: "short", timeZone: "UTC", ...(day && { day: "numeric" }) }).format(at);
}

/** Returns a value as people write it, where its key says that it is a country or a date; any other as it is. */
export function asWritten(lang: string, key: string, value: unknown): unknown {
  if (typeof value !== "string") return value;
  if (key === "countryCode") return countryName(lang, value);
  return key === "startDate" || key === "endDate" ? dateText(lang, value) : value;
}
