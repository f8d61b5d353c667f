// What the package has for Node and what runs its modules: sessions that outlive the process.
export { type FileStore, type FileStoreOptions, openFileStore, type StoreProblem } from "./node/file-store.js";
