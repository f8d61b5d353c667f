// A person presses what they see: what lies outside of the window is not there for them.
import assert from "node:assert/strict";

/** Waits for a thing and holds it to be whole within the window, as the page stands scrolled; gives what was found. */
export async function inSight(page, role, name) {
  await page.waitFor({ role, name });
  const [found] = await page.find(role, name);
  const { width, height } = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }));
  const { x, y } = found;
  const within = x >= 0 && y >= 0 && x + found.width <= width + 1 && y + found.height <= height + 1;
  assert.ok(within, `${role} ${name} at ${x}, ${y} of ${width} × ${height}`);
  return found;
}

/** Presses on a thing that is in sight, and on nothing else. */
export async function pressSeen(page, role, name) {
  await inSight(page, role, name);
  await page.click(role, name);
}

/** Goes on with Tab until a thing has the focus, of those under a heading where there are several, and presses Enter. */
export async function tabTo(page, role, name, under) {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.press("Tab");
    const is = (one) => one.focused && one.role === role && one.name === name && (!under || one.under === under);
    if ((await page.controls()).some(is)) return page.press("Enter");
  }
  throw new Error(`Tab does not lead to ${role} ${name}`);
}

/** Gives the text of the first element that a selector finds, without what is folded. */
export function seenText(page, selector) {
  return page.evaluate((of) => {
    const seen = document.querySelector(of).cloneNode(true);
    for (const hidden of seen.querySelectorAll("script, noscript, details:not([open]) > :not(summary)")) hidden.remove();
    return seen.textContent;
  }, selector);
}
