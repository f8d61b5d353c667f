import type { AdviceText } from "./text.en.js";

/** The words of the pages for an interview that ends in advice in Spanish. */
export const es: AdviceText = {
  library: {
    title: "Consejo de contratación",
    about:
      "Unas pocas preguntas sobre una dificultad de su equipo, o una conversación del equipo que usted añade. Recibe una sola recomendación: qué puesto ayudaría, o que ninguno ayudaría.",
    facts: "Hasta 4 preguntas y después una recomendación · unos 10 minutos",
    sample: "Usa una conversación inventada de un equipo; va directo al consejo.",
  },
  start: {
    lead: "Diga qué le cuesta a su equipo, o añada una conversación sobre ello. Recibe una recomendación que puede aceptar o rechazar.",
    heading: "Una conversación del equipo",
    why: "Con una conversación recibe la recomendación enseguida. Sin ella, se le hacen unas pocas preguntas.",
    sample: "¿No tiene una conversación a mano?",
    title: "La dificultad",
  },
  skills: "Habilidades",
  role: "Puesto recomendado",
  advice: "Recomendación",
  reason: "Por qué este puesto",
  prompt: "Mensaje para un asistente de IA en este puesto",
  model: "Modelo de IA sugerido",
  models: {
    reasoning: "De razonamiento: para analizar y trabajar paso a paso",
    semantic: "Semántico: para el lenguaje y la conversación",
  },
  decisions: { none: "", offered: "Sin decidir", accepted: "Aceptada", declined: "Rechazada" },
  missing: "La recomendación está incompleta: el modelo no dio nada utilizable para una parte, aunque se le preguntó varias veces.",
  missingAll: "El modelo no dio ninguna recomendación utilizable, aunque se le preguntó varias veces.",
};
