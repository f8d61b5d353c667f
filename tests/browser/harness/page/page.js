// A small page with what the harness must cope with: a shadow root, a log, storage, a modal dialog, a file input.
class HarnessBox extends HTMLElement {
  connectedCallback() {
    const root = this.attachShadow({ mode: "open" });
    // No text is written as HTML: the page is served under the app's policy.
    root.append(document.querySelector("#box").content.cloneNode(true));
    const [log, box, send] = ["div", "textarea", "button"].map((name) => root.querySelector(name));
    const put = () => {
      const line = document.createElement("p");
      line.textContent = box.value;
      log.append(line);
      box.value = "";
      send.disabled = true;
    };
    box.oninput = () => (send.disabled = box.value === "");
    box.onkeydown = (event) => {
      if (event.key === "Enter" && event.ctrlKey) put();
    };
    send.onclick = (event) => event.isTrusted && put();
  }
}
customElements.define("harness-box", HarnessBox);

const open = () =>
  new Promise((done, fail) => {
    const request = indexedDB.open("harness", 1);
    request.onupgradeneeded = () => request.result.createObjectStore("notes");
    request.onsuccess = () => done(request.result);
    request.onerror = () => fail(request.error);
  });

globalThis.keep = async (key, value) => {
  const database = await open();
  const change = database.transaction("notes", "readwrite", { durability: "strict" });
  change.objectStore("notes").put(value, key);
  await new Promise((done, fail) => ((change.oncomplete = done), (change.onerror = fail)));
  database.close();
};

globalThis.kept = async (key) => {
  const database = await open();
  const request = database.transaction("notes").objectStore("notes").get(key);
  await new Promise((done, fail) => ((request.onsuccess = done), (request.onerror = fail)));
  database.close();
  return request.result;
};

const dialog = document.querySelector("dialog");
document.querySelector("#ask").onclick = () => dialog.showModal();
document.querySelector("#no").onclick = () => dialog.close();
console.error("a problem on purpose");
