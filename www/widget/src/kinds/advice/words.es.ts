import type { AdviceWords } from "./words.js";

/** The words of a recommendation in Spanish. */
export const es: AdviceWords = {
  roleEyebrow: "Puesto recomendado",
  noRoleTitle: "Ningún puesto nuevo",
  adviceTitle: "Recomendación",
  roleReason: "Por qué este puesto",
  roleSkills: "Habilidades",
  rolePrompt: "Mensaje para un asistente de IA en este puesto",
  roleModel: "Modelo de IA sugerido",
  modelReasoning: "De razonamiento: para analizar y trabajar paso a paso",
  modelSemantic: "Semántico: para el lenguaje y la conversación",
  copyPrompt: "Copiar el mensaje",
  promptCopyFailed: "No se permitió copiar. Seleccione el texto en su lugar.",
  roleHint: "No pasa nada si usted no lo dice. Su decisión se guarda con el resultado.",
  accept: "Aceptar",
  roleDecline: "Rechazar",
  roleAccepted: "Usted aceptó este puesto.",
  roleDeclined: "Usted rechazó este puesto.",
  missingParts: "La recomendación está incompleta. El modelo no dio nada utilizable para {parts}, aunque se le preguntó varias veces.",
  missingAll: "El modelo no dio ninguna recomendación utilizable, aunque se le preguntó varias veces.",
  missingRole: "el nombre, el motivo y las habilidades",
  missingPrompt: "el mensaje y el modelo sugerido",
  preparing: "Se está preparando la recomendación",
};
