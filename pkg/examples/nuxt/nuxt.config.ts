export default defineNuxtConfig({
  compatibilityDate: "2026-11-01",
  telemetry: false,
  // Without this Vue looks for a component of that name, and warns.
  vue: { compilerOptions: { isCustomElement: (tag) => tag === "colloquy-interview" } },
});
