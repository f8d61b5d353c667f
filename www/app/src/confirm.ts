// Questions that a dialog asks: a yes and a no for what cannot be undone, or several ways on.
import { html, render } from "lit";
import { p } from "./text.js";

/** One way on; `looks` is a class of its button. */
export interface Way<Id extends string = string> {
  readonly id: Id;
  readonly label: string;
  readonly looks: "danger" | "secondary" | "";
}

/** Asks; resolves to the way that was chosen, or to nothing. */
export function chosenWay<Id extends string>(question: { title: string; text: string; ways: readonly Way<Id>[] }): Promise<Id | undefined> {
  return new Promise((resolve) => {
    const dialog = document.createElement("dialog");
    dialog.className = "dialog";
    dialog.setAttribute("aria-labelledby", "dialog-title");
    const close = (value: string) => dialog.close(value);
    render(
      html`
        <h2 id="dialog-title">${question.title}</h2>
        <p dir="auto">${question.text}</p>
        <p class="actions">
          ${question.ways.map(({ id, label, looks }) => html`<button class="button ${looks}" @click=${() => close(id)}>${label}</button>`)}
          <button class="button secondary" autofocus @click=${() => close("")}>${p.actions.cancel}</button>
        </p>
      `,
      dialog,
    );
    dialog.addEventListener("close", () => {
      resolve(question.ways.find(({ id }) => id === dialog.returnValue)?.id);
      dialog.remove();
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Asks; resolves to true only when the respondent pressed the button that names what will happen. */
export async function confirmed({ title, text, action }: { title: string; text: string; action: string }): Promise<boolean> {
  return (await chosenWay({ title, text, ways: [{ id: "yes", label: action, looks: "danger" }] })) === "yes";
}
