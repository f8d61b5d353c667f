// Numbers, sizes and times in the language of the app.
import { language } from "./preferences.js";

/** Writes a count. */
export function count(n: number): string {
  return new Intl.NumberFormat(language()).format(n);
}

/** Writes a whole number of hundredths as a share. */
export function share(percent: number): string {
  return new Intl.NumberFormat(language(), { style: "percent" }).format(percent / 100);
}

/** Writes a size in kB or MB (powers of ten, as file managers do). */
export function bytes(n: number): string {
  const [value, unit] =
    n < 1_000 ? [n, "byte"] : n < 1_000_000 ? [n / 1_000, "kilobyte"] : n < 1e9 ? [n / 1e6, "megabyte"] : [n / 1e9, "gigabyte"];
  const digits = value < 10 && unit !== "byte" ? 1 : 0;
  return new Intl.NumberFormat(language(), {
    style: "unit",
    unit: unit as string,
    unitDisplay: unit === "byte" ? "long" : "short",
    maximumFractionDigits: digits,
  }).format(value as number);
}

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
];

/** Writes how long ago something was, as a date once that is clearer. */
export function ago(at: number, now = Date.now()): string {
  const past = Math.max(0, now - at);
  if (past > 30 * 86_400_000) return day(at);
  const format = new Intl.RelativeTimeFormat(language(), { numeric: "auto" });
  for (const [unit, size] of STEPS) if (past >= size) return format.format(-Math.floor(past / size), unit);
  return format.format(0, "second");
}

/** Writes a date with the time of day. */
export function moment(at: number): string {
  return new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" }).format(at);
}

function day(at: number): string {
  return new Intl.DateTimeFormat(language(), { dateStyle: "medium" }).format(at);
}

/** Writes a span of time, such as `4 min, 20 sec`. */
export function span(ms: number): string {
  const seconds = Math.round(ms / 1000);
  const unit = (value: number, name: string) =>
    new Intl.NumberFormat(language(), { style: "unit", unit: name, unitDisplay: "short" }).format(value);
  if (seconds < 60) return unit(seconds, "second");
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return seconds % 60 ? `${unit(minutes, "minute")} ${unit(seconds % 60, "second")}` : unit(minutes, "minute");
  const rest = minutes % 60;
  return rest ? `${unit(Math.floor(minutes / 60), "hour")} ${unit(rest, "minute")}` : unit(Math.floor(minutes / 60), "hour");
}

/** Writes a short span of time in seconds with one digit, such as `3.4 sec`. */
export function seconds(ms: number): string {
  return new Intl.NumberFormat(language(), {
    style: "unit",
    unit: "second",
    unitDisplay: "short",
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(ms / 1000);
}

/** Makes a title into a file name: letters and digits of any script, the rest as single hyphens. */
export function fileName(title: string, end: string): string {
  const stem = title
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60)
    .replace(/-+$/, "");
  return `${stem || "interview"}${end}`;
}
