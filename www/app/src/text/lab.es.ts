import type { LabText } from "./lab.en.js";
import { pluralIn } from "./plural.js";

const plural = pluralIn("es");

export const lab: LabText = {
  title: "Laboratorio de contratos",
  lead: "Mide hasta qué punto los modelos cumplen un contrato: la misma entrada, en cada modo de respuesta, tantas veces como quiera. Lo que cuenta como valor se decide aquí, con las mismas reglas que en una entrevista.",
  needsModel: "El laboratorio necesita un modelo",
  needsModelWhy:
    "El servidor de esta página no ofrece ninguno. Dé al proxy una clave en su entorno (COLLOQUY_ANTHROPIC_KEY o COLLOQUY_OPENAI_KEY) e inícielo de nuevo; con «cargo xtask serve» no hace falta más. El entrevistador incorporado no es un modelo, así que sin uno no hay nada que medir.",
  offline: "Sin red no se puede llegar a los modelos.",
  contract: "Contrato",
  contracts: {
    advice: "Recomendación: con un puesto o sin él",
    envelope: "Sobre: un turno de una entrevista a personas expertas",
    findings: "Conclusiones: ideas, cosas por hacer y temas",
    question: "Pregunta: la siguiente pregunta de una reflexión",
    skills: "Habilidades: lo que un currículum o una respuesta dice de ellas",
    own: "Un esquema JSON propio",
  },
  schema: "Esquema JSON",
  schemaFault: "Este esquema no se puede usar",
  models: "Modelos",
  modes: "Modos de respuesta",
  modeNames: { instructed: "Con instrucciones", strict: "Estricto", sequential: "Por partes" },
  modeWhy: {
    instructed: "Reglas y un ejemplo en el mensaje",
    strict: "El proveedor impone el esquema",
    sequential: "Tres partes, una tras otra",
  },
  sequentialOnly: "El modo por partes existe para la recomendación, que tiene partes.",
  runs: "Ejecuciones de cada uno",
  input: "Entrada",
  inputWhy: "Se envía a cada modelo tal como está. Sale de este dispositivo.",
  most: (runs, calls) =>
    `${runs} ejecuciones, ${calls} llamadas como máximo. Cada llamada cuesta lo que pida por ella el proveedor del modelo.`,
  choose: "Elija al menos un modelo y un modo de respuesta.",
  run: "Ejecutar",
  cancel: "Cancelar",
  progress: "Progreso",
  done: (done, of) => `${done} de ${of} ejecuciones`,
  cancelled: "Cancelado. Lo que se midió hasta entonces está abajo.",
  finished: "Terminado.",
  results: "Resultados",
  none: "Aún no se ha medido nada.",
  columns: {
    model: "Modelo",
    mode: "Modo",
    valid: "Con valor",
    first: "A la primera",
    after: (n) => plural(n, { one: "≤ {n} reintento", other: "≤ {n} reintentos" }),
    tokens: "Tokens por valor",
    median: "Mediana",
    p95: "95 %",
  },
  legend:
    "A la primera y reintentos: parte de las ejecuciones que ya tenían un valor, cada paso con hasta 3 reintentos. Tokens por valor: todos los tokens, también los de respuestas inservibles, por cada valor. Mediana y 95 %: tiempo hasta el valor, reintentos incluidos.",
  failures: "Lo que no sirvió",
  failuresOf: (label, mode) => `${label}, ${mode}`,
  times: (n) => `${n}×`,
  noReply: "Sin respuesta",
  emptyReply: "Una respuesta vacía",
  noFailures: "Cada respuesta fue un valor.",
  json: "Exportar JSON",
  csv: "Exportar CSV",
};
