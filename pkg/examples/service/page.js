// The page asks its service worker, and knows nothing of the package.
const ask = async (path, body) => {
  const response = await fetch(path, body && { method: "POST", body: JSON.stringify(body) });
  return response.headers.get("content-type")?.includes("json") ? response.json() : response.text();
};
await navigator.serviceWorker.register("service-worker.js");
if (!navigator.serviceWorker.controller) await new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done));

const [question, form, transcript] = ["question", "form", "transcript"].map((id) => document.getElementById(id));
const box = form.querySelector("textarea");
const kept = localStorage.getItem("session");
// What is agreed to should be shown before; this page keeps everything in this browser.
show(kept ? await ask(`/interviews/${kept}`) : await ask("/interviews", { agreed: true }));

async function show(interview) {
  localStorage.setItem("session", interview.session);
  form.hidden = interview.phase !== "answering";
  question.textContent = interview.question ?? "Thank you.";
  form.onsubmit = async (event) => {
    event.preventDefault();
    const answer = box.value;
    box.value = "";
    show(await ask(`/interviews/${interview.session}`, { answer }));
  };
  if (interview.phase === "review") return show(await ask(`/interviews/${interview.session}`, { finish: true }));
  if (interview.phase === "finished") transcript.textContent = await ask(`/interviews/${interview.session}/transcript`);
}
