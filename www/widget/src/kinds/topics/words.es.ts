import type { TopicsWords } from "./words.js";

/** The words of an interview over topics in Spanish. */
export const es: TopicsWords = {
  coverage: "Temas",
  answered: "Respondido",
  refused: "Rechazado",
  skipped: "Omitido",
  not_applicable: "No corresponde",
  not_reached: "No se llegó",
  current: "En curso",
  ahead: "Pendiente",
  covered: "Respondido en otro lugar",
  goOn: "Continuar",
};
