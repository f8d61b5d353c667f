// The pages that few visits need, in one file that has the other pages as well: what both share would otherwise be cut into files of its
// own, each of which a first visit waits for.
import { make as makeAcross } from "./across/index.js";
import type { Page } from "./page.js";
import { make as makeOther, prepare } from "./pages/index.js";
import type { StartPage } from "./pages/start.js";
import { make as makeReceived } from "./received/index.js";
import { take, taken } from "./received/take.js";
import { isMore, type Route } from "./route.js";

/** Makes the page that a route means. */
export async function make(route: Exclude<Route, { page: "interview" }>): Promise<Page> {
  await prepare();
  if (isMore(route)) return route.page === "received" ? makeReceived(route.lost) : makeAcross(route);
  const page = await makeOther(route);
  if (route.page === "start") (page as StartPage).received = { take, taken };
  return page;
}
