// Interviews by HTTP, as a function from a request to a response: it runs wherever there are such, with any store.
//
//   POST /interviews                 {"agreed": true}        begins one; without it the answer is what is to be agreed to
//   GET  /interviews/ID                                      where it stands
//   POST /interviews/ID              {"answer": "…"}         answers the question; {"finish": true} ends it
//   GET  /interviews/ID/transcript                           Markdown
//
// Each request opens the session and lets it go: nothing is kept in memory, so any process may answer the next one, after the one before it
// ended. Who may read which session is for you to say: an id is all that is asked for here.
import { ColloquyError, createInterview, openLibrary } from "colloquy";

const json = (status, data) => Response.json(data, { status });
/** Waits until the interviewer has asked, and until what was said before is stored. */
const settled = ({ phase, saving }) => phase !== "asking" && saving.state !== "saving";

/** Says where an interview stands. */
const shown = ({ session, phase, question, notice, can }) => ({
  session,
  phase,
  question: question?.text ?? null,
  notice: notice?.code ?? null,
  finish: can.finish,
});

/** Makes the function that answers requests; `storage` is where sessions are kept, and `options` are those of `createInterview`. */
export async function interviews({ storage, ...options }) {
  const library = await openLibrary({ storage });

  async function begin({ agreed }) {
    const interview = await createInterview({ pace: "instant", ...options, storage });
    try {
      const { phase, consent } = interview.view;
      if (phase === "consent" && agreed !== true) return json(409, { consent: [consent.asked, consent.recipients, consent.kept] });
      if (phase === "consent") interview.consent();
      return json(201, shown(await interview.until(settled)));
    } finally {
      interview.dispose();
    }
  }

  async function goOn(session, { answer, finish }) {
    const interview = await library.open(session, { pace: "instant" });
    try {
      if (interview.view.saving.state === "read_only") return json(409, { code: "session_open" });
      if (interview.view.can.resume) interview.resume();
      await interview.until(settled);
      if (typeof answer === "string") interview.answer(answer);
      if (finish === true) await interview.finish();
      return json(200, shown(await interview.until(settled)));
    } finally {
      interview.dispose();
    }
  }

  return async (request) => {
    const [, root, session, what] = new URL(request.url).pathname.split("/");
    try {
      if (root !== "interviews") return json(404, { code: "not_found" });
      const body = request.method === "POST" ? await request.json() : {};
      if (!session) return request.method === "POST" ? await begin(body) : json(405, { code: "post_to_begin" });
      if (what === "transcript")
        return new Response(await library.result(session, "markdown"), { headers: { "content-type": "text/markdown" } });
      return await goOn(session, body);
    } catch (error) {
      if (error instanceof SyntaxError) return json(400, { code: "no_json" });
      if (!(error instanceof ColloquyError)) throw error;
      return json(error.code === "no_such_session" ? 404 : 400, { code: error.code, message: error.message });
    }
  };
}
