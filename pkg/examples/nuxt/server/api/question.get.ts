import { createInterview, init } from "colloquy";

/** The first question, asked of the engine on the server. */
export default defineEventHandler(async () => {
  await init();
  const interview = await createInterview({ guide: "reflective", pace: "instant" });
  interview.consent();
  const { question } = await interview.until(({ phase }) => phase === "answering");
  interview.dispose();
  return { question: question?.text };
});
