import { withBase } from "vitepress";
import { h } from "vue";

const ALT = "An interview: a question about the last survey, an answer, and a follow-up question above a box for the next answer.";
const picture = (scheme) =>
  h("img", { class: `picture ${scheme}-only`, src: withBase(`/interview-${scheme}.webp`), width: 640, height: 600, alt: ALT });

/** An interview in the colours that the site has now; `npm run pictures` takes both. */
export const Picture = () => [picture("light"), picture("dark")];
