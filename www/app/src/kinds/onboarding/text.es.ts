import type { OnboardingText } from "./text.en.js";

/** The words of the pages for an onboarding interview in Spanish. */
export const es: OnboardingText = {
  library: {
    title: "Incorporación",
    about:
      "Traiga un currículum, una tarjeta de contacto o nada. En tres partes reúne su perfil y su recorrido, describe un puesto en detalle y añade un texto suyo. Usted ve todo antes de que se guarde.",
    facts: "Tres partes con formularios · unos 30 minutos",
    sample: "Tiene listo un currículum inventado (Word) para cuando se le pida.",
  },
  start: {
    lead: "Usted reúne quién es y qué sabe: a partir de un currículum, de una tarjeta de contacto o a mano. Lo revisa todo antes de que se guarde.",
    why: "Todavía no necesita nada: los archivos se le piden por el camino. Se leen en este dispositivo y se quedan en él.",
    sample: "¿No tiene un currículum a mano?",
  },
  phases: "Partes",
  ended: {
    met: "Hecha",
    declined: "Omitida, como usted quiso",
    turn_limit: "Terminó en su límite de preguntas",
    form_limit: "Terminó en su límite de formularios",
  },
  states: {
    open: "pendiente",
    approved: "aprobado",
    met: "hecho",
    declined: "omitido, como usted quiso",
    not_reached: "no se llegó",
  },
  notReached: "No se llegó",
  /** What was put together. */
  collected: {
    title: "Lo que usted reunió",
    none: "No se guardó nada.",
    all: "Descargar todo como JSON",
    json: "Descargar JSON",
    files: "Archivos",
    confirmed: "aprobado por usted",
    version: (n) => `Versión ${n}`,
    earlier: (n) => `Versiones anteriores: ${n}`,
  },
};
