import type { AcrossText } from "./across.en.js";
import { pluralIn } from "./plural.js";

const plural = pluralIn("es");

export const across: AcrossText = {
  reading: (read, of) => `Leyendo sus entrevistas: ${read} de ${of}`,
  unread: (n) =>
    plural(n, {
      one: "Una entrevista no se pudo leer y no aparece aquí. No se ha perdido.",
      other: "{n} entrevistas no se pudieron leer y no aparecen aquí. No se han perdido.",
    }),
  install: {
    line: "Puede instalar Colloquy en este dispositivo: se abrirá como cualquier aplicación, también sin conexión.",
    install: "Instalar",
    decline: "No, gracias",
  },
  search: {
    title: "Buscar en sus respuestas",
    label: "Palabras de una pregunta o una respuesta",
    hint: (n) =>
      plural(n, {
        one: "Busca en una entrevista de este dispositivo. Da igual si escribe con acentos o mayúsculas.",
        other: "Busca en {n} entrevistas de este dispositivo. Da igual si escribe con acentos o mayúsculas.",
      }),
    searching: "Buscando…",
    none: "No se encontró nada. Pruebe con menos palabras o solo con el principio de una.",
    found: (hits, interviews) =>
      `${plural(hits, { one: "Un pasaje", other: "{n} pasajes" })} en ${plural(interviews, { one: "una entrevista", other: "{n} entrevistas" })}`,
    more: (n) => plural(n, { one: "Mostrar uno más", other: "Mostrar más (quedan {n})" }),
    noInterviews: "Todavía no hay nada que buscar. Lo que responda en una entrevista se podrá encontrar aquí.",
  },
  steps: {
    title: "Próximos pasos",
    standing: (open, done) =>
      `${plural(open, { one: "{n} pendiente", other: "{n} pendientes" })}, ${plural(done, { one: "{n} hecho", other: "{n} hechos" })}`,
    kept: "Las marcas se guardan en este navegador. Se eliminan junto con la entrevista.",
    notKept: "El navegador no guardó esta marca; se mantiene hasta que cierre la página.",
    none: "Todavía no hay próximos pasos",
    noneFinished:
      "Cuando termine una entrevista, los próximos pasos que haya mencionado se reunirán aquí para que pueda marcarlos como hechos.",
    noneFound: "En sus entrevistas terminadas no hay próximos pasos. Los de la siguiente se reunirán aquí.",
  },
  themes: {
    title: "Temas a lo largo del tiempo",
    lead: "Aquello a lo que vuelven sus respuestas en las entrevistas terminadas, con el mes más reciente primero.",
    recurring: "En varias entrevistas",
    times: (n) => plural(n, { one: "mencionado una vez", other: "mencionado {n} veces" }),
    interviews: (n) => plural(n, { one: "Una entrevista", other: "{n} entrevistas" }),
    more: (n) => plural(n, { one: "Un tema más", other: "{n} temas más" }),
    none: "Todavía no hay temas",
    noneFinished: "Cuando termine una entrevista, sus temas aparecerán aquí. Después de varias, verá qué se repite.",
    noneFound: "Sus entrevistas terminadas no tienen temas. Las respuestas más largas suelen tenerlos.",
  },
};
