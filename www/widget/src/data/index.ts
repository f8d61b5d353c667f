// Everything about showing data, as one part that a page loads when it has some.
export { readable } from "./readable.js";
export { schemaOf } from "./schema.js";
export { nameOf } from "./values.js";
export { dataWords } from "./words.js";
export { default as style } from "./data.css?inline";
