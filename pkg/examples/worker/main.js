const worker = new Worker(new URL("interview.js", import.meta.url), { type: "module" });
const [question, form, transcript] = ["question", "form", "transcript"].map((id) => document.getElementById(id));
const box = form.querySelector("textarea");

worker.onmessage = ({ data }) => {
  form.hidden = !data.answers;
  if (data.question) question.textContent = data.question;
  if (data.transcript) transcript.textContent = data.transcript;
};
form.onsubmit = (event) => {
  event.preventDefault();
  worker.postMessage(box.value);
  box.value = "";
};
