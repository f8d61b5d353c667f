// Runs in the page: finds things by role and accessible name, through open shadow roots and slots.
//
// A subset of the ARIA and name computation specifications, as much as the pages here use; the smoke test holds it against
// Chromium's own accessibility tree. One function without outside references, as its source is sent to the browser.
export function inPage(what, ...args) {
  const clean = (text) => (text ?? "").replace(/\s+/g, " ").trim();

  // The flat tree: what is drawn. A shadow root stands for its host's children, a slot for what is put into it.
  const childrenOf = (node) => {
    if (node.shadowRoot) return [...node.shadowRoot.childNodes];
    if (node.localName === "slot") {
      const put = node.assignedNodes();
      return put.length > 0 ? put : [...node.childNodes];
    }
    return [...node.childNodes];
  };
  const parentOf = (node) => node.assignedSlot ?? node.parentElement ?? node.getRootNode().host ?? null;

  const drawn = (element) => {
    const style = getComputedStyle(element);
    return style.display !== "none" && element.getAttribute("aria-hidden") !== "true" && !element.inert;
  };
  const visible = (element) => getComputedStyle(element).visibility === "visible";
  const modal = () => {
    let found = null;
    everything((element) => {
      if (element.localName === "dialog" && element.matches(":modal")) found = element;
    });
    return found;
  };
  const within = (element, outer) => {
    for (let at = element; at; at = parentOf(at)) if (at === outer) return true;
    return false;
  };
  function each(element, visit) {
    if (!drawn(element)) return;
    visit(element);
    if (element.localName === "details" && !element.open) {
      const summary = element.querySelector(":scope > summary");
      if (summary) each(summary, visit);
      return;
    }
    for (const child of childrenOf(element)) if (child.nodeType === 1) each(child, visit);
  }

  /** Visits all of the page; a document that is only beginning has no root yet, and shows nothing. */
  const everything = (visit) => {
    if (document.documentElement) each(document.documentElement, visit);
  };

  const inputRoles = {
    button: "button",
    submit: "button",
    reset: "button",
    image: "button",
    checkbox: "checkbox",
    radio: "radio",
    range: "slider",
    number: "spinbutton",
    search: "searchbox",
    file: "button",
    color: "button",
  };
  const tagRoles = {
    button: "button",
    textarea: "textbox",
    progress: "progressbar",
    dialog: "dialog",
    main: "main",
    nav: "navigation",
    ul: "list",
    ol: "list",
    li: "listitem",
    article: "article",
    output: "status",
    summary: "button",
    fieldset: "group",
    details: "group",
    table: "table",
    option: "option",
    hr: "separator",
    aside: "complementary",
    figure: "figure",
    meter: "meter",
  };
  const sectioned = (element) => {
    for (let at = parentOf(element); at; at = parentOf(at)) {
      if (["article", "aside", "main", "nav", "section"].includes(at.localName)) return true;
    }
    return false;
  };
  const roleOf = (element) => {
    const given = clean(element.getAttribute("role")).split(" ")[0];
    if (given) return given === "none" || given === "presentation" ? "" : given;
    const tag = element.localName;
    if (/^h[1-6]$/.test(tag)) return "heading";
    if (tag === "a" || tag === "area") return element.hasAttribute("href") ? "link" : "";
    if (tag === "input") return element.type === "hidden" ? "" : (inputRoles[element.type] ?? "textbox");
    if (tag === "select") return element.multiple || element.size > 1 ? "listbox" : "combobox";
    if (tag === "img") return element.getAttribute("alt") === "" ? "" : "img";
    if (tag === "section" || tag === "form") return nameOf(element) ? (tag === "form" ? "form" : "region") : "";
    if (tag === "header") return sectioned(element) ? "" : "banner";
    if (tag === "footer") return sectioned(element) ? "" : "contentinfo";
    return tagRoles[tag] ?? "";
  };

  const fromContent = new Set(["button", "link", "heading", "option", "tab", "menuitem", "checkbox", "radio", "switch", "cell", "tooltip"]);
  const contentOf = (node) => {
    if (node.nodeType === 3) return node.data;
    if (node.nodeType !== 1 || !drawn(node) || !visible(node)) return "";
    const label = clean(node.getAttribute("aria-label"));
    if (label) return label;
    if (node.localName === "img") return node.alt;
    if (node.localName === "svg") return node.querySelector("title")?.textContent ?? "";
    const inner = childrenOf(node).map(contentOf).join("");
    return getComputedStyle(node).display.startsWith("inline") ? inner : ` ${inner} `;
  };
  // What the eye reads: labels for assistive technology are not part of it, what is hidden from it is.
  const seenOf = (node) => {
    if (node.nodeType === 3) return node.data;
    if (node.nodeType !== 1 || ["script", "style", "template"].includes(node.localName)) return "";
    const { display, visibility } = getComputedStyle(node);
    if (display === "none" || visibility !== "visible") return "";
    const inner = childrenOf(node).map(seenOf).join("");
    return display.startsWith("inline") ? inner : ` ${inner} `;
  };
  function nameOf(element) {
    const root = element.getRootNode();
    const ids = clean(element.getAttribute("aria-labelledby"));
    if (ids) {
      const named = ids
        .split(" ")
        .map((id) => root.getElementById?.(id))
        .filter(Boolean);
      if (named.length > 0) return clean(named.map((one) => clean(one.getAttribute("aria-label")) || one.textContent).join(" "));
    }
    const label = clean(element.getAttribute("aria-label"));
    if (label) return label;
    if (element.labels?.length > 0) return clean([...element.labels].map(contentOf).join(" "));
    if (element.localName === "input" && ["submit", "button", "reset"].includes(element.type)) {
      return clean(element.value) || { submit: "Submit", reset: "Reset" }[element.type] || "";
    }
    if (element.localName === "fieldset") return clean(element.querySelector(":scope > legend")?.textContent);
    if (element.localName === "figure") return clean(element.querySelector(":scope > figcaption")?.textContent);
    if (element.localName === "img") return clean(element.alt) || clean(element.title);
    const role =
      clean(element.getAttribute("role")).split(" ")[0] ||
      { a: "link", button: "button", summary: "button", option: "option" }[element.localName] ||
      (/^h[1-6]$/.test(element.localName) ? "heading" : "");
    if (fromContent.has(role)) {
      const content = clean(childrenOf(element).map(contentOf).join(""));
      if (content) return content;
    }
    return clean(element.title) || clean(element.placeholder);
  }

  const active = () => {
    let at = document.activeElement;
    while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
    return at;
  };
  const flag = (element, name) => {
    const value = element.getAttribute(name);
    return value === null ? undefined : value === "true";
  };
  const stateOf = (element) => {
    const box = element.getBoundingClientRect();
    const state = {
      role: roleOf(element),
      name: nameOf(element),
      text: clean(seenOf(element)),
      disabled: element.matches(":disabled") || flag(element, "aria-disabled") === true,
      focused: active() === element,
      x: box.x,
      y: box.y,
      width: box.width,
      height: box.height,
    };
    if ("value" in element && element.localName !== "li" && element.localName !== "button") state.value = element.value;
    else if (element.hasAttribute("aria-valuenow")) state.value = Number(element.getAttribute("aria-valuenow"));
    const checked = element.type === "checkbox" || element.type === "radio" ? element.checked : flag(element, "aria-checked");
    if (checked !== undefined) state.checked = checked;
    const expanded = flag(element, "aria-expanded");
    if (expanded !== undefined) state.expanded = expanded;
    const pressed = flag(element, "aria-pressed");
    if (pressed !== undefined) state.pressed = pressed;
    if (flag(element, "aria-busy") === true) state.busy = true;
    return state;
  };

  const exposed = () => {
    const top = modal();
    const found = [];
    everything((element) => {
      if (visible(element) && roleOf(element) && (!top || within(element, top))) found.push(element);
    });
    return found;
  };
  const matches = (name, wanted) => {
    if (wanted === null || wanted === undefined) return true;
    return typeof wanted === "string" ? name === wanted : new RegExp(wanted.source, wanted.flags).test(name);
  };
  const named = (role, name) => exposed().filter((one) => roleOf(one) === role && matches(nameOf(one), name));

  const firstOf = (selector, root) => {
    const here = root.querySelector(selector);
    if (here) return here;
    for (const host of root.querySelectorAll("*")) {
      const inner = host.shadowRoot && firstOf(selector, host.shadowRoot);
      if (inner) return inner;
    }
    return null;
  };

  // Where the middle of a thing is, and what a pointer would hit there.
  const spotOf = (element) => {
    const box = element.getBoundingClientRect();
    const x = box.x + box.width / 2;
    const y = box.y + box.height / 2;
    let hit = document.elementFromPoint(x, y);
    while (hit?.shadowRoot?.elementFromPoint(x, y) && hit.shadowRoot.elementFromPoint(x, y) !== hit) {
      hit = hit.shadowRoot.elementFromPoint(x, y);
    }
    const own = hit && (within(hit, element) || [...(element.labels ?? [])].some((label) => within(hit, label)));
    return { x, y, covered: !own, by: own ? "" : (hit?.outerHTML ?? "nothing").slice(0, 80) };
  };
  const wholeInWindow = ({ x, y, width, height }) =>
    x >= -1 && y >= -1 && x + width <= document.documentElement.clientWidth + 1 && y + height <= innerHeight + 1;

  switch (what) {
    case "find":
      return named(...args).map(stateOf);
    case "spot":
      return named(...args).map((element) => {
        const before = element.getBoundingClientRect();
        element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
        const { x, y } = element.getBoundingClientRect();
        const scrolled = x !== before.x || y !== before.y;
        return { ...spotOf(element), scrolled, name: nameOf(element), disabled: stateOf(element).disabled };
      });
    case "aim": {
      const [element] = named(...args);
      const aimed = { landed: null };
      globalThis.aimed = aimed;
      const land = (event) => {
        const path = event.composedPath();
        aimed.landed = path.includes(element) || [...(element?.labels ?? [])].some((label) => path.includes(label));
      };
      addEventListener("pointerdown", land, { capture: true, once: true });
      return true;
    }
    case "landed":
      return globalThis.aimed?.landed ?? null;
    case "controls": {
      const roles = ["button", "link", "textbox", "searchbox", "spinbutton", "radio", "checkbox", "combobox", "listbox"];
      const found = [];
      let under = "";
      for (const element of exposed()) {
        const role = roleOf(element);
        if (role === "heading") under = nameOf(element);
        if (!roles.includes(role)) continue;
        const state = stateOf(element);
        const spot = spotOf(element);
        found.push({ ...state, ...spot, under, inSight: !spot.covered && (state.focused || wholeInWindow(state)) });
      }
      return found;
    }
    case "text": {
      const element = firstOf(args[0], document);
      return element ? clean(seenOf(element)) : "";
    }
    case "element":
      return firstOf(args[0], document);
    case "focused": {
      const element = active();
      return element ? { role: roleOf(element), name: nameOf(element), tag: element.localName } : null;
    }
    case "tree":
      return exposed().map((element) => {
        const state = stateOf(element);
        const words = ["disabled", "checked", "expanded", "pressed", "focused", "busy"].filter((key) => state[key]);
        const value = state.value === undefined || state.value === "" ? "" : ` = ${JSON.stringify(state.value)}`;
        return `${state.role} ${JSON.stringify(state.name)}${value}${words.length > 0 ? ` [${words.join(" ")}]` : ""}`;
      });
    default:
      throw new Error(`cannot ${what}`);
  }
}

/** Runs in the page: puts a text at the caret of whatever has the focus, as one input. */
export function insertText(text) {
  if (!document.execCommand("insertText", false, text)) throw new Error("nothing that has the focus takes a text");
}
