// What the bench of memory does in the page: the engine's memory is seen where it is made.
const memories = [];
for (const name of ["instantiate", "instantiateStreaming"]) {
  const make = WebAssembly[name];
  WebAssembly[name] = async (...of) => {
    const made = await make.apply(WebAssembly, of);
    const { exports } = made.instance ?? made;
    if (exports.memory) memories.push(exports.memory);
    return made;
  };
}
const colloquy = await import("./colloquy/index.js");
await colloquy.init({ engineOnly: true });
const library = await colloquy.openLibrary();
let opened;

globalThis.bench = {
  /** Bytes of the engine's memory, of all its modules. */
  memory: () => memories.reduce((sum, memory) => sum + memory.buffer.byteLength, 0),

  /** Brings a session file in. */
  async bring(text) {
    await library.import(text);
  },

  /** Opens a session, keeps it open, and gives the bytes of its records. */
  async open(id) {
    opened = await library.open(id, { pace: "instant" });
    return (
      opened.view.figures.questions &&
      new Promise((done) => {
        const request = indexedDB.open("colloquy");
        request.onsuccess = () => {
          const all = request.result
            .transaction("records")
            .objectStore("records")
            .getAll(IDBKeyRange.bound([id], [id, []]));
          all.onsuccess = () => {
            request.result.close();
            done(all.result.reduce((sum, piece) => sum + piece.length, 0));
          };
        };
      })
    );
  },
};
