import type { TopicsText } from "./text.en.js";

/** The words of the pages for an interview over topics in Spanish. */
export const es: TopicsText = {
  ended: "Cómo terminó",
  ends: {
    complete: "Se habló de todos los temas.",
    screened_out: "Terminó con las primeras preguntas: la entrevista es para otras personas.",
    quota_full: "Terminó antes de tiempo: ya habían respondido bastantes personas.",
    stopped: "Se terminó antes de hablar de todos los temas.",
  },
  topics: "Temas",
  handedIn: "Ya se sabía",
  goOn: "Continuar",
  states: {
    answered: "Respondido",
    refused: "Rechazado",
    skipped: "Omitido",
    not_applicable: "No corresponde",
    not_reached: "No se llegó",
    current: "En curso",
    ahead: "Pendiente",
  },
};
