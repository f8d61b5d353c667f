import type { AcrossText } from "./across.en.js";
import { pluralIn } from "./plural.js";

const plural = pluralIn("de");

export const across: AcrossText = {
  reading: (read, of) => `Ihre Interviews werden gelesen: ${read} von ${of}`,
  unread: (n) =>
    plural(n, {
      one: "Ein Interview ließ sich nicht lesen und fehlt hier. Es ist nicht verloren.",
      other: "{n} Interviews ließen sich nicht lesen und fehlen hier. Sie sind nicht verloren.",
    }),
  install: {
    line: "Sie können Colloquy auf diesem Gerät installieren: Es öffnet sich dann wie jede App, auch ohne Netz.",
    install: "Installieren",
    decline: "Nein, danke",
  },
  search: {
    title: "Antworten durchsuchen",
    label: "Wörter aus einer Frage oder Antwort",
    hint: (n) =>
      plural(n, {
        one: "Durchsucht ein Interview auf diesem Gerät. Akzente und Großschreibung spielen keine Rolle.",
        other: "Durchsucht {n} Interviews auf diesem Gerät. Akzente und Großschreibung spielen keine Rolle.",
      }),
    searching: "Wird gesucht …",
    none: "Nichts gefunden. Versuchen Sie es mit weniger Wörtern oder nur mit einem Wortanfang.",
    found: (hits, interviews) =>
      `${plural(hits, { one: "Eine Stelle", other: "{n} Stellen" })} in ${plural(interviews, { one: "einem Interview", other: "{n} Interviews" })}`,
    more: (n) => plural(n, { one: "Noch eine anzeigen", other: "Weitere anzeigen (noch {n})" }),
    noInterviews: "Es gibt noch nichts zu durchsuchen. Was Sie in einem Interview antworten, finden Sie hier wieder.",
  },
  steps: {
    title: "Nächste Schritte",
    standing: (open, done) => `${open} offen, ${done} erledigt`,
    kept: "Die Häkchen bleiben in diesem Browser. Sie werden zusammen mit dem Interview gelöscht.",
    notKept: "Der Browser hat dieses Häkchen nicht gespeichert; es gilt, bis die Seite geschlossen wird.",
    none: "Noch keine nächsten Schritte",
    noneFinished:
      "Wenn Sie ein Interview abschließen, werden die nächsten Schritte, die Sie genannt haben, hier gesammelt. Sie können sie dann abhaken.",
    noneFound: "In Ihren abgeschlossenen Interviews kommen keine nächsten Schritte vor. Die aus dem nächsten werden hier gesammelt.",
  },
  themes: {
    title: "Themen im Lauf der Zeit",
    lead: "Worauf Ihre Antworten in abgeschlossenen Interviews immer wieder zurückkommen, der neueste Monat zuerst.",
    recurring: "In mehreren Interviews",
    times: (n) => plural(n, { one: "einmal erwähnt", other: "{n}-mal erwähnt" }),
    interviews: (n) => plural(n, { one: "Ein Interview", other: "{n} Interviews" }),
    more: (n) => plural(n, { one: "Ein weiteres Thema", other: "{n} weitere Themen" }),
    none: "Noch keine Themen",
    noneFinished: "Wenn Sie ein Interview abschließen, erscheinen seine Themen hier. Nach mehreren sehen Sie, was wiederkehrt.",
    noneFound: "Ihre abgeschlossenen Interviews haben keine Themen. Längere Antworten haben meist welche.",
  },
};
