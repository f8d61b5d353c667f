import type { GapsText } from "./text.en.js";
import { pluralIn } from "../../text/plural.js";

const plural = pluralIn("es");

/** The words of the pages for an interview about skills in Spanish. */
export const es: GapsText = {
  library: {
    title: "Entrevista sobre habilidades",
    about:
      "Una conversación sobre su currículum. Pregunta solo por lo que este deja abierto sobre sus habilidades: cuánto tiempo, hasta dónde, por su cuenta o no, de qué tamaño.",
    facts: "Termina cuando se sabe bastante · unos 20 minutos",
    sample: "Usa el currículum de una ingeniera inventada.",
  },
  start: {
    lead: "Traiga su currículum: se lee, y se le pregunta solo por lo que deja abierto sobre sus habilidades. Sin él, se le pregunta de qué habilidades hablar.",
    heading: "Su currículum",
    why: "PDF, Word (.docx), Markdown o texto sin formato, leído en este dispositivo. Los PDF escaneados no se pueden leer.",
    drop: "Añada su currículum",
    choose: "Elegir un archivo",
    paste: "Texto del currículum",
    sample: "¿No tiene un currículum a mano?",
  },
  title: "Habilidades",
  format: "Tabla de las habilidades (CSV)",
  caption: "Habilidades con lo que se sabe de cada una, y las palabras que lo muestran",
  columns: ["Qué", "Valor", "Palabras que lo muestran"],
  none: "No se nombró ninguna habilidad.",
  complete: (known, goal) => `${known} completo; hace falta ${goal}.`,
  certainty: (sure: string) => `Certeza: ${sure}`,
  unknown: "No se sabe:",
  sources: { resume: "del currículum", answer: (n: number) => `de la respuesta ${n}`, respondent: "su propia palabra" },
  values: { production: "producción", prototype: "prototipo", both: "ambas cosas" },
  ended: {
    complete: "Las preguntas terminaron porque ya se sabe bastante.",
    disengaged: "Las preguntas terminaron porque las últimas respuestas decían poco.",
    no_gaps: "Las preguntas terminaron: no hay más preguntas.",
    asked_for: "Usted terminó las preguntas.",
  },
  refused: (n: number) =>
    plural(n, {
      one: "Un dato leído no se incorporó: las palabras no lo muestran.",
      other: "{n} datos leídos no se incorporaron: las palabras no los muestran.",
    }),
  unread: (n: number) => plural(n, { one: "No se pudo leer una parte.", other: "No se pudieron leer {n} partes." }),
};
