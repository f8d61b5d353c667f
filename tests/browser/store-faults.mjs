// What breaks a page's IndexedDB, as functions that run in the page; each leaves `mend` behind.

/** The quota is full. */
export function full() {
  const { add } = IDBObjectStore.prototype;
  globalThis.mend = () => (IDBObjectStore.prototype.add = add);
  IDBObjectStore.prototype.add = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
}

/** The connection is lost, as Safari loses it. */
export function lost() {
  const { transaction } = IDBDatabase.prototype;
  globalThis.mend = () => (IDBDatabase.prototype.transaction = transaction);
  IDBDatabase.prototype.transaction = () => {
    throw new DOMException("Connection to Indexed Database server lost. Refresh the page to try again", "UnknownError");
  };
}

/** Requests never answer. */
export function silent() {
  const { add } = IDBObjectStore.prototype;
  const { objectStore } = IDBTransaction.prototype;
  globalThis.mend = () => {
    IDBObjectStore.prototype.add = add;
    IDBTransaction.prototype.objectStore = objectStore;
  };
  IDBTransaction.prototype.objectStore = () => ({ get: () => ({}), put: () => ({}), add: () => ({}), delete: () => ({}) });
}
