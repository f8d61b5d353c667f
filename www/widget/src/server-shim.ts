// Put in by the bundler for the names a browser has: on a server, where the page is only rendered to text, importing the element must not throw.
const { HTMLElement: element, document: page } = globalThis as { HTMLElement?: typeof HTMLElement; document?: Document };

const shimElement = element ?? (class {} as typeof HTMLElement);
const shimDocument = page ?? ({ createTreeWalker: () => ({}) } as unknown as Document);

export { shimElement as HTMLElement, shimDocument as document };
