// The forms of an onboarding interview as a respondent meets them: by keyboard alone, through a reload, with faults, with a double click.
import assert from "node:assert/strict";
import { test } from "node:test";
import { stored } from "./database.mjs";
import { browser, open } from "./harness/index.mjs";
import { needed } from "./onboarding-steps.mjs";

const viewOf = (page) => page.evaluate(() => document.querySelector("colloquy-interview").interview.view);
const filled = (page) =>
  page.evaluate(() =>
    document
      .querySelector("colloquy-interview")
      .interview.exchanges()
      .map((one) => one.filled)
      .filter(Boolean),
  );

/** Waits for a form of a kind that has not been there before, drawn, said and stored, and gives its token. */
const formOf = (page, kind, before = "") =>
  page.waitFor(
    (kind, before) => {
      const element = document.querySelector("colloquy-interview");
      const { form, saving } = element?.interview?.view ?? {};
      return form &&
        saving.state !== "saving" &&
        saving.reason !== "silent" &&
        kind in form.kind &&
        form.token !== before &&
        element.shadowRoot.querySelector("#form-title")
        ? form.token
        : null;
    },
    { args: [kind, before], timeout: 60_000 },
  );

/** What has the focus within the element. */
const focusedId = (page) => page.evaluate(() => document.querySelector("colloquy-interview").shadowRoot.activeElement?.id ?? "");

/** Begins the sample and chooses a résumé. */
async function chosen(page) {
  await page.click("button", /^Agree/);
  await needed(page);
  const token = await formOf(page, "options");
  await page.click("radio", "From a résumé");
  await page.click("button", "Continue");
  return formOf(page, "upload", token);
}

/** Hands the sample in, which is read on this device, and waits for the profile to check. */
async function handedIn(page) {
  const token = await chosen(page);
  await page.click("button", "Use the sample");
  await page.waitFor(() => document.querySelector("colloquy-interview").shadowRoot.querySelector(".file .facts span:nth-child(2)"));
  await page.click("button", "Upload");
  return formOf(page, "validation", token);
}

test(`${browser}: a form comes with its question, takes the focus, and is gone through by keys`, async () => {
  const page = await open("/?guide=onboarding&sample=1");
  await page.click("button", /^Agree/);
  await needed(page);
  await formOf(page, "options");
  assert.equal((await page.find("textbox", "Your answer")).length, 0, "the answer box does not compete with the form");
  // From the heading on, Tab comes to the first choice, an arrow to the next.
  await page.evaluate(() => document.querySelector("colloquy-interview").shadowRoot.querySelector("#form-title").focus());
  await page.press("Tab");
  await page.press(" ");
  const first = await page.focused();
  assert.equal(first.role, "radio");
  await page.press("ArrowDown");
  const second = await page.focused();
  assert.equal(second.role, "radio");
  assert.notEqual(first.name, second.name);
  await page.press("ArrowUp");
  const { token } = (await viewOf(page)).form;
  await page.press("Control+Enter");
  await page.waitFor((before) => document.querySelector("colloquy-interview").interview.view.form?.token !== before, { args: [token] });
  assert.deepEqual(
    (await filled(page)).map(({ tool, items }) => [tool, items]),
    [["get_user_option", [first.name]]],
  );
  assert.deepEqual(page.problems(), []);
});

test(`${browser}: a choice or a file that is missing is named beside the form, and it still waits`, async () => {
  const page = await open("/?guide=onboarding&sample=1");
  await page.click("button", /^Agree/);
  await needed(page);
  const token = await formOf(page, "options");
  await page.click("button", "Continue");
  await page.waitFor("Choose first.");
  assert.equal((await viewOf(page)).form.token, token);
  await page.click("radio", "From a résumé");
  await page.click("button", "Continue");
  const upload = await formOf(page, "upload", token);
  await page.click("button", "Upload");
  await page.waitFor("Choose a file first.");
  // A file that is none of what is asked for is told before it is sent.
  await page.evaluate(() => {
    const root = document.querySelector("colloquy-interview").shadowRoot;
    const input = root.querySelector(".drop input[type=file]");
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array([0x4d, 0x5a, 0, 0, 3, 0])], "resume.pdf"));
    input.files = data.files;
    input.dispatchEvent(new Event("change"));
  });
  const fault = await page.waitFor(() =>
    document.querySelector("colloquy-interview").shadowRoot.querySelector(".file .fault")?.textContent.trim(),
  );
  assert.match(fault, /not a file of the kind asked for|not what its name says/);
  await page.click("button", "Upload");
  await page.waitFor("Remove what cannot be uploaded first.");
  assert.equal((await viewOf(page)).form.token, upload);
  assert.equal((await viewOf(page)).kind.files, 0);
});

test(`${browser}: what was changed in a form survives a reload, is listed, and is approved once however often it is clicked`, async () => {
  const page = await open("/?guide=onboarding&sample=1");
  const token = await handedIn(page);
  const editor = await page.evaluate(
    () => document.querySelector("colloquy-interview").shadowRoot.querySelector("#field-basics-email") !== null,
  );
  if (!editor) await page.click("button", "Edit");
  // What is hardly an address is pointed out where it was left, and is no fault.
  await page.fill("textbox", "E-mail", "not-an-email");
  await page.press("Tab");
  await page.waitFor("This does not look like an e-mail address.");
  await page.fill("textbox", "E-mail", "changed@example.org");
  await page.waitGone("This does not look like an e-mail address.");
  // What browsers know of a person they may fill in.
  assert.deepEqual(
    await page.evaluate(() =>
      [...document.querySelector("colloquy-interview").shadowRoot.querySelectorAll(".form input:not([autocomplete=off])")]
        .map((one) => one.autocomplete)
        .filter((purpose) => ["name", "email", "tel", "country-name"].includes(purpose))
        .sort(),
    ),
    ["country-name", "email", "name", "tel"],
  );
  // A country is written and read by its name, and kept by its code.
  await page.fill("textbox", "Country", "Poland");
  await page.waitFor({ role: "button", name: "Approve with 2 changes" });
  // The store takes what was typed within a second.
  await stored(page, '\\"countryCode\\":\\"PL\\"');
  await page.reload();
  assert.equal(await formOf(page, "validation"), token);
  await page.waitFor({ role: "button", name: "Approve with 2 changes" });
  await page.waitFor("changed@example.org");
  assert.match(await page.text("section.changes"), /Country before Sweden now Poland/);
  await page.evaluate(() => {
    const button = document.querySelector("colloquy-interview").shadowRoot.querySelector(".form-acts .primary");
    button.click();
    button.click();
  });
  await page.waitFor((before) => document.querySelector("colloquy-interview").interview.view.form?.token !== before, {
    args: [token],
    timeout: 60_000,
  });
  const decided = (await filled(page)).filter(({ tool }) => tool === "submit_for_validation");
  assert.deepEqual(
    decided.map(({ status, items }) => [status, items]),
    [["modified", ["basics.email", "basics.location.countryCode"]]],
  );
  await page.waitFor("Approved with changes: Person › E-mail, Person › Place › Country");
  // It is kept by the interviewer's next call.
  const country = () => {
    const { artifacts } = document.querySelector("colloquy-interview").interview.details();
    return artifacts.find(({ artifact }) => artifact.dataType === "applicant_profile")?.artifact.data.basics.location.countryCode;
  };
  assert.equal(await page.waitFor(country), "PL");
});

test(`${browser}: a fault of the data stands beside its field, which gets the focus, and nothing typed is lost`, async () => {
  const page = await open("/?guide=onboarding&sample=1");
  const token = await handedIn(page);
  const editor = await page.evaluate(
    () => document.querySelector("colloquy-interview").shadowRoot.querySelector("#field-basics-name") !== null,
  );
  if (!editor) await page.click("button", "Edit");
  await page.fill("textbox", /^Profession/, "Keeper of the night");
  await page.fill("textbox", /^Name/, "");
  await page.click("button", /^Approve/);
  await page.waitFor("Required.");
  await page.waitFor(() => document.querySelector("colloquy-interview").shadowRoot.activeElement?.id === "field-basics-name");
  assert.equal(await focusedId(page), "field-basics-name");
  assert.equal(
    await page.evaluate(() => document.querySelector("colloquy-interview").shadowRoot.querySelector("#field-basics-label").value),
    "Keeper of the night",
  );
  assert.equal((await viewOf(page)).form.token, token);
  // Sent back with a word on what is wrong, it comes again open for editing, at the field that was named.
  await page.click("button", "Something is wrong");
  await page.waitFor({ role: "textbox", name: "What should be different?", focused: true });
  await page.type("My profession is spelled wrong.");
  await page.click("button", "Send back");
  await formOf(page, "validation", token);
  await page.waitFor(() => {
    const at = document.querySelector("colloquy-interview").shadowRoot.activeElement;
    const box = at?.getBoundingClientRect();
    return at?.id === "field-basics-label" && box.top >= 0 && box.bottom <= innerHeight;
  });
});

test(`${browser}: a typed answer sets a form aside, and so does Not now`, async () => {
  const page = await open("/?guide=onboarding&sample=1");
  await page.click("button", /^Agree/);
  await needed(page);
  const token = await formOf(page, "options");
  await page.click("button", "Not now");
  await page.waitFor((before) => document.querySelector("colloquy-interview").interview.view.form?.token !== before, { args: [token] });
  await needed(page);
  const { form, exchanges } = await viewOf(page);
  const faults = () => document.querySelector("colloquy-interview").shadowRoot.querySelectorAll(".form .fault:not([hidden])").length;
  assert.equal(await page.evaluate(faults), 0, "nothing is a fault before it was tried");
  if (form) {
    await page.click("button", "Answer in words instead");
    await page.waitFor({ role: "textbox", name: "Your answer", focused: true });
    await page.fill("textbox", "Your answer", "I would rather tell you in words: I keep the network of a hospital running.");
    await page.click("button", "Send");
    await page.waitFor((before) => document.querySelector("colloquy-interview").interview.view.exchanges > before, { args: [exchanges] });
    assert.notEqual((await viewOf(page)).form?.token, form.token);
  }
  assert.deepEqual(await filled(page), []);
});
