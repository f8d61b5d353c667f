// A recogniser and a synthesiser that do what a test says, in place of the browser's: `?speech=remote`, or `device`, `downloadable`.
const place = new URLSearchParams(location.search).get("speech");
globalThis.heard = [];
globalThis.spoken = [];

class Recogniser extends EventTarget {
  start() {
    globalThis.recogniser = this;
    this.results = [];
    heard.push({ lang: this.lang, local: this.processLocally === true });
    queueMicrotask(() => this.dispatchEvent(new Event("start")));
  }
  /** As a browser reports what it recognises; what is not final is replaced by the next. */
  hears(transcript, isFinal) {
    if (this.results.at(-1)?.isFinal === false) this.results.pop();
    this.results.push(Object.assign([{ transcript }], { isFinal }));
    this.dispatchEvent(Object.assign(new Event("result"), { results: this.results }));
  }
  fails(error) {
    this.dispatchEvent(Object.assign(new Event("error"), { error }));
    this.ends();
  }
  ends() {
    this.dispatchEvent(new Event("end"));
  }
  stop() {
    queueMicrotask(() => this.ends());
  }
  abort() {
    heard.push("aborted");
    queueMicrotask(() => this.ends());
  }
}
if (place !== "remote") {
  globalThis.availability = { device: "available" }[place] ?? place;
  Recogniser.available = async () => availability;
  Recogniser.install = async () => {
    availability = "available";
    return true;
  };
}
globalThis.SpeechRecognition = Recogniser;
globalThis.webkitSpeechRecognition = undefined;

globalThis.voices = [
  { name: "Cloud", lang: "en-US", localService: false, default: true },
  { name: "Here", lang: "en_GB", localService: true, default: false },
];
class Utterance extends EventTarget {
  constructor(text) {
    super();
    this.text = text;
  }
}
globalThis.SpeechSynthesisUtterance = Utterance;
Object.defineProperty(globalThis, "speechSynthesis", {
  value: {
    getVoices: () => voices,
    speak: (utterance) => spoken.push(utterance),
    cancel: () => spoken.splice(0),
  },
});
