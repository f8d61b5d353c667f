// Stands in for the parts of a DOM that Lit and the element name while they are only being imported, so that a server that
// renders a page can import the element. In a browser these are the browser's own; no global is made or changed.
const outside = globalThis;
const HTMLElement = outside.HTMLElement ?? class {};
const document = outside.document ?? { createTreeWalker: () => ({}) };
export { HTMLElement, document };
