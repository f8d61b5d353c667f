import { useData, withBase } from "vitepress";
import { defineComponent, h, onMounted } from "vue";

/** The element with the study of the first page. It is loaded in the browser alone, from the files beside the site. */
export const LiveInterview = defineComponent({
  name: "LiveInterview",
  setup() {
    const { isDark } = useData();
    onMounted(() => {
      const address = withBase("/colloquy/element.js");
      if (document.querySelector(`script[src="${address}"]`)) return;
      const script = Object.assign(document.createElement("script"), { type: "module", src: address });
      document.head.append(script);
    });
    return () =>
      h("div", { class: "live-interview" }, [
        h("colloquy-interview", {
          study: withBase("/study.json"),
          storage: "memory",
          lang: "en",
          theme: isDark.value ? "dark" : "light",
          "heading-level": "3",
        }),
      ]);
  },
});
