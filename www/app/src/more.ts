// The pages that few visits need, in one file: what they share with the other pages would be cut into a file for each set of them, and each
// of those is one more that a first visit waits for.
import { make as makeAcross } from "./across/index.js";
import type { Page } from "./page.js";
import { make as makeReceived } from "./received/index.js";
import type { Route } from "./route.js";

export { take, taken } from "./received/take.js";

/** Makes the page that a route means. */
export function make(route: Extract<Route, { page: "search" | "steps" | "themes" | "received" }>): Promise<Page> {
  return route.page === "received" ? makeReceived(route.lost) : makeAcross(route);
}
