import type { AdviceText } from "./text.en.js";

/** The words of the pages for an interview that ends in advice in Spanish. */
export const es: AdviceText = {
  library: {
    title: "Consejo de contratación",
    about:
      "Unas pocas preguntas sobre una dificultad de su equipo, o una conversación que usted entrega. Recibe una sola recomendación: qué puesto ayudaría, o que ninguno ayudaría.",
    facts: "Hasta 4 preguntas y después una recomendación · unos 10 minutos",
    sample: "El ejemplo trae la conversación de un equipo, así que no hace falta preguntar nada.",
  },
  start: {
    lead: "Diga qué le cuesta a su equipo, o entregue una conversación sobre ello. Recibe una recomendación que puede aceptar o rechazar.",
    heading: "Una conversación de su equipo",
    why: "Si añade una conversación, no se le pregunta nada: la recomendación se basa en ella. Si no, se le hacen unas pocas preguntas.",
    sample: "¿No tiene una conversación a mano?",
    title: "Cuál es la dificultad",
  },
  skills: "Habilidades",
  role: "Puesto recomendado",
  advice: "Recomendación",
  reason: "Por qué este puesto",
  prompt: "Mensaje para un asistente de IA en este puesto",
  model: "Tipo de modelo",
  models: {
    reasoning: "De razonamiento: para analizar y trabajar paso a paso",
    semantic: "Semántico: para el lenguaje y la conversación",
  },
  decisions: { none: "", offered: "Sin decidir", accepted: "Aceptada", declined: "Rechazada" },
  missing: "La recomendación está incompleta: el modelo no dio nada utilizable para una parte, aunque se le preguntó varias veces.",
  missingAll: "El modelo no dio ninguna recomendación utilizable, aunque se le preguntó varias veces.",
};
