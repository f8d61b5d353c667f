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

/** Goes on with Tab until a thing has the focus, and presses a key, Enter unless it says another or none. */
export async function tabTo(page, role, name, key = "Enter") {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.press("Tab");
    const focused = await page.focused();
    if (focused?.role === role && focused.name === name) return key ? page.press(key) : undefined;
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
