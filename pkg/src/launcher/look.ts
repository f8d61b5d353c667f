// What the launcher draws: the button, the bar at the head of an open interview, and where that lies.

/** The place of an interview by its layout. It is the element itself that is placed, wherever it stands in the page. */
const PLACES = `
colloquy-interview[data-launch]{position:fixed;z-index:2147483000;inset:auto;margin:0;padding:0;border:0;overflow:auto;overscroll-behavior:contain;
--cq-top:2.75rem;background:var(--cq-paper,Canvas);box-shadow:0 0 0 1px rgb(128 128 128/.3),0 12px 40px rgb(0 0 0/.3);border-radius:14px;
inline-size:min(27rem,100% - 2rem);block-size:min(42rem,100dvh - 7rem);inset-block-end:5.25rem;inset-inline-end:1rem}
colloquy-interview[data-launch][layout=popup]{inset:0;margin:auto;inline-size:min(44rem,100% - 2rem);block-size:min(46rem,100dvh - 2rem)}
colloquy-interview[data-launch][layout=sidetab]{inset-block:0;inset-inline-end:0;block-size:100dvh;border-radius:0}
colloquy-interview[data-launch=closed]{display:none!important}
colloquy-interview[data-launch]:focus{outline:0}
@media(max-width:30rem){colloquy-interview[data-launch][layout]{inset:0;margin:0;inline-size:100%;block-size:100dvh;border-radius:0}}
@media(prefers-reduced-motion:no-preference){colloquy-interview[data-launch=open]{animation:colloquy-rise .2s}}
@keyframes colloquy-rise{from{opacity:0;translate:0 1rem}}`;

const OWN = `
button{font:600 .9375rem/1.2 system-ui,sans-serif;color:inherit;background:none;border:1px solid transparent;min-inline-size:2.75rem;min-block-size:2.75rem;cursor:pointer}
button:focus-visible{outline:2px solid;outline-offset:-4px}`;

const BAR = `${OWN}
:host{position:sticky;top:0;z-index:2;display:flex;flex-wrap:wrap;align-items:center;justify-content:flex-end;background:inherit;color:inherit;
font:1rem/1.5 system-ui,sans-serif}
button{border-radius:99px;opacity:.8}button:hover{opacity:1}p{flex:1 1 60%;margin:0;padding:.5rem 1rem;opacity:.8}p:empty{display:none}`;

const BUTTON = `${OWN}
:host{position:fixed;z-index:2147482999;inset-block-end:1rem;inset-inline-end:1rem}
:host([data-layout=sidetab]){inset-block:auto 40%;inset-inline-end:0}
button{padding:.75rem 1.25rem;border-radius:99px;background:var(--accent);color:var(--on);box-shadow:0 4px 16px rgb(0 0 0/.3);outline-color:var(--on)}
:host([data-layout=sidetab]) button{writing-mode:vertical-rl;padding:1.25rem .5rem;border-radius:10px 0 0 10px}
:host([data-layout=sidetab]:dir(rtl)) button{border-radius:0 10px 10px 0}
:host([hidden]){display:none}
@media(forced-colors:active){button{border-color:ButtonText}}
@media(max-width:30rem){:host([data-open]){display:none}}`;

const sheets = new Map<string, CSSStyleSheet>();

/** Puts a style sheet on a document or a shadow root, once; where none can be adopted, as in jsdom, nothing is laid out anyway. */
function adopt(root: Document | ShadowRoot, css: string): void {
  if (!root.adoptedStyleSheets) return;
  let sheet = sheets.get(css);
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    sheets.set(css, sheet);
  }
  if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}

/** A box that no style sheet of the page reaches into. */
function boxOf(css: string): [HTMLElement, ShadowRoot] {
  const box = document.createElement("div");
  const root = box.attachShadow({ mode: "open" });
  adopt(root, css);
  return [box, root];
}

/** Makes a button. */
function buttonOf(text: string, label: string, press: () => void): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = text;
  button.setAttribute("aria-label", label);
  button.addEventListener("click", press);
  return button;
}

/** Lets the root that an element lies in know its places. */
export const place = (element: HTMLElement): void => adopt(element.getRootNode() as Document | ShadowRoot, PLACES);

/** The bar at the head of an open interview, and how it says what becomes of the loading: null for nothing, with a button for `again`. */
export function barOf(close: string, press: () => void): [HTMLElement, (text: string, again?: [string, () => void]) => void] {
  const [bar, root] = boxOf(BAR);
  const text = document.createElement("p");
  text.setAttribute("role", "status");
  let retry: HTMLElement | undefined;
  root.append(text, buttonOf("✕", close, press));
  const say = (words: string, again?: [string, () => void]): void => {
    text.textContent = words;
    retry?.remove();
    retry = again && buttonOf(again[0], again[0], again[1]);
    if (retry) text.after(retry);
  };
  return [bar, say];
}

/** The button that opens and closes an interview, with how it shows which. */
export function openerOf(element: HTMLElement, label: string, press: () => void): [HTMLElement, (open: boolean) => void] {
  const [box, root] = boxOf(BUTTON);
  const style = getComputedStyle(element);
  box.dataset["layout"] = element.getAttribute("layout") ?? "";
  box.dir = style.direction;
  for (const [name, own, other] of [
    ["--accent", "--cq-accent", "#0b5d59"],
    ["--on", "--cq-on-accent", "#fff"],
  ] as const)
    box.style.setProperty(name, style.getPropertyValue(own) || other);
  const button = buttonOf(label, label, press);
  button.setAttribute("aria-haspopup", "dialog");
  root.append(button);
  const show = (open: boolean): void => {
    button.setAttribute("aria-expanded", String(open));
    box.toggleAttribute("data-open", open);
  };
  show(false);
  return [box, show];
}
