// What a project of each framework compiles with the element's types: `good` must pass, and each line of `bad` must fail alone.

const jsx = (element) => `export const view = () => ${element};\n`;

/** The element with attributes that are right, in a framework that writes JSX. */
const good = (extra = "") => `
  <colloquy-interview id="talk" guide="reflective" subject="a" theme="dark" reply-mode="strict" trigger="load" ${extra}>
    <p slot="paused">Until later</p>
  </colloquy-interview>`;

const wrong = [
  '<colloquy-interview theme="purple" />',
  '<colloquy-interview reply-mode="loud" />',
  "<colloquy-interview guide={7} />",
  '<colloquy-interview layout="tower" />',
];

/** Each framework: its file's ending, options of the compiler, what is right and what is wrong. */
export const frameworks = [
  {
    name: "React",
    ending: "tsx",
    options: { jsx: "react-jsx" },
    head: 'import type {} from "colloquy/jsx";\n',
    good: jsx(good("limits={{ questions: 3 }} oncolloquy-complete={({ detail }) => console.log(detail.transcript)}")),
    bad: [
      ...wrong,
      '<colloquy-interview limits={{ questions: "three" }} />',
      "<colloquy-interview oncolloquy-ready={({ detail }) => detail.nothing} />",
    ].map(jsx),
  },
  {
    name: "Preact",
    ending: "tsx",
    options: { jsx: "react-jsx", jsxImportSource: "preact" },
    head: 'import type {} from "colloquy/preact";\n',
    good: jsx(good("limits={{ questions: 3 }} oncolloquy-complete={({ detail }) => console.log(detail.transcript)}")),
    bad: [...wrong, "<colloquy-interview oncolloquy-ready={({ detail }) => detail.nothing} />"].map(jsx),
  },
  {
    name: "Solid",
    ending: "tsx",
    options: { jsx: "preserve", jsxImportSource: "solid-js" },
    head: 'import type {} from "colloquy/solid";\n',
    good: jsx(good("prop:limits={{ questions: 3 }} on:colloquy-complete={({ detail }) => console.log(detail.transcript)}")),
    bad: [
      ...wrong,
      '<colloquy-interview prop:limits={{ questions: "three" }} />',
      "<colloquy-interview on:colloquy-ready={({ detail }) => detail.nothing} />",
    ].map(jsx),
  },
  {
    name: "Vue",
    ending: "ts",
    // What the compiler of templates makes of `<colloquy-interview …>`.
    head: `import type {} from "colloquy/vue";
import type { GlobalComponents } from "vue";
type Element = InstanceType<GlobalComponents["colloquy-interview"]>;
export const of = (props: Element["$props"]) => props;
export declare const emit: Element["$emit"];
`,
    good: `of({ id: "talk", guide: "reflective", theme: "dark", replyMode: "strict", limits: { questions: 3 }, trigger: "load",
  onColloquyComplete: ({ detail }) => console.log(detail.transcript) });
emit("colloquy-close", new CustomEvent("colloquy-close", { detail: null }));\n`,
    bad: [
      'of({ theme: "purple" });',
      'of({ replyMode: "loud" });',
      "of({ guide: 7 });",
      'of({ limits: { questions: "three" } });',
      "of({ onColloquyReady: ({ detail }) => detail.nothing });",
      'emit("colloquy-shut", new CustomEvent(""));',
    ],
  },
  {
    name: "Svelte",
    ending: "ts",
    head: `import type {} from "colloquy/svelte";
import type { SvelteHTMLElements } from "svelte/elements";
export const of = (props: SvelteHTMLElements["colloquy-interview"]) => props;
`,
    good: `of({ id: "talk", guide: "reflective", theme: "dark", "reply-mode": "strict", limits: { questions: 3 }, trigger: "load",
  "oncolloquy-complete": ({ detail }) => console.log(detail.transcript) });\n`,
    bad: [
      'of({ theme: "purple" });',
      'of({ "reply-mode": "loud" });',
      "of({ guide: 7 });",
      'of({ limits: { questions: "three" } });',
      'of({ "oncolloquy-ready": ({ detail }) => detail.nothing });',
    ],
  },
];
