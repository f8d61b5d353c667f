// Which pages may read what is answered.

/** What scripts of other origins may read beside the body. */
const EXPOSED = "retry-after, retry-after-ms, request-id, x-request-id, x-should-retry, date";

/** What such scripts may send. The last two are what SDKs send by themselves; nobody here reads either. */
const ALLOWED = "authorization, content-type, anthropic-version, x-requested-with";

/** Seconds a browser may remember the answer to a preflight; two hours is the most that browsers take. */
const MAX_AGE = "7200";

/** Where a request came from: the origin of an allowed page, `false` for another page, `undefined` where none was sent. */
export type PageOrigin = string | false | undefined;

/** Looks where a request came from. */
export function originOf(request: Request, allowed: readonly string[] | "*"): PageOrigin {
  const origin = request.headers.get("origin");
  if (origin === null) return undefined;
  // Two lines become one that is parted by commas, and no origin has one.
  if (origin.includes(",")) return false;
  return allowed === "*" || allowed.includes(origin) ? origin : false;
}

/** Adds what lets the page read the response, errors included. */
export function allow(origin: PageOrigin, response: Response): Response {
  const { headers } = response;
  headers.set("vary", "origin");
  if (origin) {
    headers.set("access-control-allow-origin", origin);
    headers.set("access-control-expose-headers", EXPOSED);
  }
  return response;
}

/** Answers a preflight of an allowed page. */
export function preflight(origin: PageOrigin): Response {
  const response = allow(origin, new Response(null, { status: 204 }));
  response.headers.set("access-control-allow-methods", "POST");
  response.headers.set("access-control-allow-headers", ALLOWED);
  response.headers.set("access-control-max-age", MAX_AGE);
  return response;
}
