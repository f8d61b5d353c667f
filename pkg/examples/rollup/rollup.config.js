import resolve from "@rollup/plugin-node-resolve";
import { importMetaAssets } from "@web/rollup-plugin-import-meta-assets";

export default {
  input: "main.js",
  output: { dir: "dist", format: "es", entryFileNames: "[name].js" },
  // The second finds the engine, its parts and the guides, which the package names by their addresses, and copies them.
  plugins: [resolve({ browser: true }), importMetaAssets()],
};
