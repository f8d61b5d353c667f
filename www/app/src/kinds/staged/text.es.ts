import type { StagedText } from "./text.en.js";

/** The words of the pages for an interview in stages in Spanish. */
export const es: StagedText = {
  library: {
    title: "Entrevista a personas expertas",
    about:
      "Una conversación larga sobre el trabajo que mejor conoce, en nueve partes: cómo lo hace, qué sale mal y qué enseña solo la experiencia.",
    facts: "Nueve partes · unas 2 horas, con tantas pausas como quiera",
    sample: "",
  },
  start: {
    lead: "Se le pregunta por el trabajo que mejor conoce. No hace falta preparar nada: lo que más ayuda son los casos concretos.",
    heading: "Material de fondo",
    why: "Una descripción del puesto, un informe, una lista: lo que ayude a preguntar mejor. Nada de ello es obligatorio.",
    title: "Su trabajo",
    titleHint: "Por ejemplo: mantener en marcha la red de un hospital",
  },
  coverage: "Cobertura",
  bands: {
    starting: "Al principio",
    developing: "En desarrollo",
    substantial: "Con sustancia",
    nearly_complete: "Casi completa",
    complete: "Completa",
  },
  stageLimit: "terminó en su límite de preguntas",
  examples: (n, needed) => (n < needed ? `Ejemplos: ${n} de ${needed}` : `Ejemplos: ${n}`),
  examplesAll: (n) => `Ejemplos concretos: ${n}`,
  learned: "Lo que se aprendió",
  open: "Aún abierto",
  notReached: "No se llegó",
};
