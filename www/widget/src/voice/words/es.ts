import type { VoiceWords } from "./en.js";

/** The words of dictation and of reading aloud in Spanish. */
export const es: VoiceWords = {
  starting: "Esperando al micrófono",
  listening: "Escuchando",
  stopped: "Ya no se escucha",
  heardHere: "La grabación no sale de este dispositivo.",
  heardElsewhere: "Un servicio del fabricante de su navegador oye la grabación.",
  correct: "Lo que diga se añade a su respuesta: corríjalo antes de enviarla.",
  added: "Sus últimas palabras se han añadido a la respuesta. Léala antes de enviarla.",
  full: "La respuesta ya no puede ser más larga. Ya no se escucha.",

  askRemote:
    "Para convertir su voz en texto, este navegador deja que un servicio de su fabricante oiga la grabación. Esta página recibe solo el texto, que puede corregir antes de enviarlo.",
  begin: "Empezar a escuchar",
  notNow: "Ahora no",
  askDownload:
    "Este navegador puede convertir su voz en texto en este dispositivo, de modo que nadie más oiga la grabación. Para eso tiene que descargar antes unos archivos.",
  download: "Descargar",
  elsewhere: "Sin descargar",
  downloading: "Descargando. Puede seguir escribiendo.",
  downloaded: "La descarga ha terminado. Ya puede dictar.",
  downloadFailed: "La descarga no funcionó. Puede seguir escribiendo.",

  onlyHere:
    "Este navegador no puede convertir la voz en texto en este dispositivo en el idioma de la entrevista, y esta página no permite otra cosa.",
  notHere: "Esta página no puede usar el micrófono: ella, o la página que la contiene, no lo permite. Puede seguir escribiendo.",
  notAllowed: "No se permitió el micrófono. Puede permitirlo en los ajustes del navegador para esta página.",
  noSpeech: "No se oyó nada.",
  network: "No se pudo contactar con el servicio que convierte la voz en texto. Puede seguir escribiendo.",
  noLanguage: "Este navegador no puede convertir la voz en texto en el idioma de la entrevista.",
  noMicrophone: "No se encontró ningún micrófono, o lo está usando otro programa.",
  failed: "No se pudo escuchar. Puede seguir escribiendo.",

  askVoice:
    "Este dispositivo no tiene voz para el idioma de la pregunta. Un servicio del fabricante de su navegador puede leerla, y para eso recibe su texto.",
  readOut: "Leerla",
  voiceElsewhere: "Un servicio del fabricante de su navegador recibe el texto que lee.",
  noVoice: "Este navegador no tiene en este dispositivo voz para el idioma de la pregunta.",
  readFailed: "No se pudo leer en voz alta.",
};
