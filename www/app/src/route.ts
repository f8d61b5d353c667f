// Addresses of the app. Everything is in the query string of one page, so that any static server can host it, but for a study that is in the
// link itself: it stands behind the #, which no server is sent. `guide`, `sample`, `session` and `study` are public names that others link to.

/** Returns the page that an address means. */
export type Route =
  | { page: "library" }
  | { page: "stored" }
  | { page: "settings" }
  /** Measuring how well models keep a contract. */
  | { page: "lab" }
  /** Setting up an interview; `from` names a session whose notes are taken again, `shared` means with what other apps have shared. */
  | { page: "start"; guide: string; from: string | null; shared: boolean }
  /** `fresh` means a new session even where one could be resumed; `model` and `mode` name who asks in a new one, null for the built-in interviewer. */
  | { page: "interview"; guide: string; session: string | null; sample: boolean; fresh: boolean; model: string | null; mode: string | null }
  | { page: "results"; session: string }
  /** Over all interviews: what has a text in it, the next steps, the themes. */
  | { page: "search"; text: string }
  | { page: "steps" }
  | { page: "themes" }
  /** What other apps shared with this one; `lost` where there was no room to keep it. */
  | { page: "received"; lost: boolean }
  /** Beginning an interview over a study: at an address, in the link, or the one that another session pinned. */
  | { page: "study"; study: StudySource };

/** The pages that few visits need. */
export type More = "search" | "steps" | "themes" | "received";

/** True for one of them. */
export const isMore = (route: Route): route is Extract<Route, { page: More }> =>
  ["search", "steps", "themes", "received"].includes(route.page);

/** Where a study is; `values` are those that the address hands in, by their names. */
export type StudySource =
  | { readonly at: string; readonly values: Readonly<Record<string, string>> }
  | { readonly encoded: string; readonly values: Readonly<Record<string, string>> }
  | { readonly session: string };

/** Reads an address; whatever it cannot make sense of is the library. */
export function readRoute({ search, hash }: Pick<Location, "search" | "hash">): Route {
  const query = new URLSearchParams(search);
  const encoded = /^#study=([\w=-]*)/.exec(hash)?.[1];
  const at = query.get("study");
  const given = [...query].filter(([name]) => name.startsWith("value."));
  const values = Object.fromEntries(given.map(([name, value]) => [name.slice("value.".length), value]));
  if (encoded !== undefined) return { page: "study", study: { encoded, values } };
  if (at) return { page: "study", study: { at, values } };
  const guide = query.get("guide");
  const session = query.get("session");
  const view = query.get("view");
  if (query.has("lab")) return { page: "lab" };
  if (view === "stored" || view === "settings" || view === "steps" || view === "themes") return { page: view };
  if (view === "search") return { page: view, text: query.get("text") ?? "" };
  if (view === "shared") return { page: "received", lost: query.has("lost") };
  if (view === "results" && session) return { page: "results", session };
  if (!guide && !session) return { page: "library" };
  const sample = query.get("sample") === "1";
  const fresh = query.get("new") === "1";
  const from = query.get("from");
  if (guide && !session && !sample && (fresh || from)) return { page: "start", guide, from, shared: query.get("shared") === "1" };
  return { page: "interview", guide: guide ?? "", session, sample, fresh, model: query.get("model"), mode: query.get("mode") };
}

/** Writes a link relative to the page, so that the app may be served from any folder. */
export function link(query: Record<string, string> = {}): string {
  const search = new URLSearchParams(query).toString();
  return search ? `?${search}` : "./";
}

/** Writes the link that shows a session, wherever it is in its life. */
export function sessionLink(session: { guide: string; session: string }): string {
  return link({ guide: session.guide, session: session.session });
}
