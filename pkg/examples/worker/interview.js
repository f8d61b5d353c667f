// Leads the interview apart from the page: `npx colloquy copy colloquy --all` brings the folder that this imports from.
import { createInterview } from "./colloquy/index.js";

const interview = await createInterview({ guide: "reflective", subject: "worker", storage: "memory", limits: { questions: 3 } });
// The page says what was agreed to before it starts this worker.
if (interview.view.phase === "consent") interview.consent();

self.onmessage = ({ data }) => interview.answer(data);
for await (const { phase, question, can } of interview) {
  if (can.finish && phase === "review") await interview.finish();
  self.postMessage({ phase, question: question?.text ?? null, answers: can.answer });
}
self.postMessage({ phase: "finished", transcript: await interview.export("markdown") });
