import { createInterview, init } from "colloquy";

export const dynamic = "force-dynamic";

/** The first question, asked of the engine on the server. */
export async function GET() {
  await init();
  const interview = await createInterview({ guide: "reflective", pace: "instant" });
  interview.consent();
  const { question } = await interview.until(({ phase }) => phase === "answering");
  interview.dispose();
  return Response.json({ question: question?.text });
}
