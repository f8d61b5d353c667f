import { pluralIn } from "./plural.js";
import type { ReceivedText } from "./received.en.js";

const plural = pluralIn("es");

export const received: ReceivedText = {
  title: "Compartido con Colloquy",
  lead: "Se guarda en este navegador durante un día, o hasta que lo quite. No se envía a ningún sitio.",
  lost: "No se pudo guardar lo que compartió: el navegador no tiene espacio o no permite guardarlo. Compártalo otra vez o añádalo en la página de una entrevista.",
  empty: "Aquí no hay nada pendiente",
  emptyWhy:
    "Comparta con Colloquy un texto, un enlace o un archivo desde otra aplicación, o abra con él una entrevista guardada o unas notas. Aquí elige qué hacer con ello.",
  text: "Texto compartido",
  notes: "Notas para una entrevista",
  about: "De qué puede tratar una entrevista",
  interview: "Entrevista guardada",
  openInterview: "Añadir a sus entrevistas",
  study: "Entrevista preparada por otra persona",
  openStudy: "Abrir",
  unknown: "Esto no es una entrevista guardada por Colloquy ni un estudio, o el archivo está dañado. No se ha cambiado nada.",
  studyLarge: (most) => `Este estudio es demasiado grande: puede tener hasta ${most}.`,
  leftName: "Más archivos",
  left: (n) =>
    plural(n, {
      one: "Se omitió un archivo: eran demasiados o demasiado grandes en conjunto. Añádalo en la página de la entrevista.",
      other: "Se omitieron {n} archivos: eran demasiados o demasiado grandes en conjunto. Añádalos en la página de la entrevista.",
    }),
  removeIt: "Quitar",
  remove: (name) => `Quitar: ${name}`,
  begin: "Empezar una entrevista con esto",
  choose: "Elegir",
};
