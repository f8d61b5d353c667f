import DefaultTheme from "vitepress/theme-without-fonts";
import { h } from "vue";
import { LiveInterview } from "./live-interview.mjs";
import { Picture } from "./picture.mjs";
import "./site.css";

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { "home-hero-image": () => h(Picture) }),
  enhanceApp({ app }) {
    app.component("LiveInterview", LiveInterview);
  },
};
