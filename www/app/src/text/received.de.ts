import { pluralIn } from "./plural.js";
import type { ReceivedText } from "./received.en.js";

const plural = pluralIn("de");

export const received: ReceivedText = {
  title: "Mit Colloquy geteilt",
  lead: "Bleibt einen Tag lang in diesem Browser, oder bis Sie es entfernen. Es wird nirgendwohin gesendet.",
  lost: "Was Sie geteilt haben, ließ sich nicht aufbewahren: Der Browser hat keinen Platz dafür oder speichert es nicht. Teilen Sie es noch einmal, oder fügen Sie es auf der Seite eines Interviews hinzu.",
  empty: "Hier wartet nichts",
  emptyWhy:
    "Teilen Sie aus einer anderen App einen Text, einen Link oder eine Datei mit Colloquy, oder öffnen Sie ein gespeichertes Interview oder Notizen damit. Hier wählen Sie, was daraus wird.",
  text: "Geteilter Text",
  notes: "Notizen für ein Interview",
  about: "Worum es in einem Interview gehen kann",
  interview: "Gespeichertes Interview",
  openInterview: "Zu Ihren Interviews hinzufügen",
  study: "Interview, das jemand vorbereitet hat",
  openStudy: "Öffnen",
  unknown:
    "Das ist weder ein von Colloquy gespeichertes Interview noch eine Studie, oder die Datei ist beschädigt. Es wurde nichts geändert.",
  studyLarge: (most) => `Diese Studie ist zu groß: Sie darf höchstens ${most} haben.`,
  leftName: "Weitere Dateien",
  left: (n) =>
    plural(n, {
      one: "Eine Datei wurde ausgelassen: zu viele oder zusammen zu groß. Fügen Sie sie auf der Seite des Interviews hinzu.",
      other: "{n} Dateien wurden ausgelassen: zu viele oder zusammen zu groß. Fügen Sie sie auf der Seite des Interviews hinzu.",
    }),
  removeIt: "Entfernen",
  remove: (name) => `Entfernen: ${name}`,
  begin: "Damit ein Interview beginnen",
  choose: "Auswählen",
};
