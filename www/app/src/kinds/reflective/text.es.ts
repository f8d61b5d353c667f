import type { ReflectiveText } from "./text.en.js";

/** The words of the pages for a reflective interview in Spanish. */
export const es: ReflectiveText = {
  library: {
    title: "Reflexión sobre un contenido",
    about: "Una conversación breve sobre algo que escuchó, leyó o vio: qué se le quedó y qué hace usted con ello.",
    facts: "Hasta 5 preguntas · unos 15 minutos",
    sample: "Usa notas de un pódcast inventado.",
    begin: "Empezar con sus notas",
  },
  start: {
    lead: "Traiga notas sobre un episodio, una charla, un artículo: el entrevistador las lee y pregunta por lo que hay en ellas y en sus respuestas.",
    heading: "Sus notas",
    why: "Se lee en este dispositivo. Los archivos llamados summary.md, quotes.md y key-concepts.md se leen mejor.",
    sample: "¿No tiene notas a mano?",
    about: "Sobre qué",
    title: "Título",
    creator: "Pódcast, sitio o autoría",
    source: "Enlace",
    nothing: "Añada unas notas o un título, para que haya algo por lo que preguntar.",
  },
};
