// What a page keeps in IndexedDB, past the package.

/** Runs in the page: every database as one text, bytes as the text they are in UTF-8; or whether `wanted` is in it. */
async function contents(wanted) {
  const done = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const decoder = new TextDecoder();
  const readable = (_, value) => (value instanceof ArrayBuffer || ArrayBuffer.isView(value) ? decoder.decode(value) : value);
  const texts = [];
  for (const { name } of await indexedDB.databases()) {
    const database = await done(indexedDB.open(name));
    try {
      const names = [...database.objectStoreNames];
      const transaction = names.length > 0 && database.transaction(names);
      for (const store of names) {
        const [keys, values] = ["getAllKeys", "getAll"].map((all) => done(transaction.objectStore(store)[all]()));
        texts.push(JSON.stringify([store, await keys, await values], readable));
      }
    } finally {
      database.close();
    }
  }
  const text = texts.join("\n");
  return wanted === undefined ? text : text.includes(wanted);
}

/** Everything a page keeps in IndexedDB, as one text. */
export const databases = (page) => page.evaluate(contents);

/** Waits until that holds a text, wherever in it. */
export const stored = (page, text) => page.waitFor(contents, { args: [text] });
