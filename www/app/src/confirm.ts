// A question with a yes and a no, for what cannot be undone.
import { html, render } from "lit";
import { p } from "./text.js";

/** Asks; resolves to true only when the respondent pressed the button that names what will happen. */
export function confirmed(question: { title: string; text: string; action: string }): Promise<boolean> {
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
          <button class="button danger" @click=${() => close("yes")}>${question.action}</button>
          <button class="button secondary" autofocus @click=${() => close("")}>${p.actions.cancel}</button>
        </p>
      `,
      dialog,
    );
    dialog.addEventListener("close", () => {
      resolve(dialog.returnValue === "yes");
      dialog.remove();
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
