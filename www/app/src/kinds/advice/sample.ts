// The sample that ships with the app for advice: a conversation of a team, with the trouble in it.
import conversation from "../../../samples/team/conversation.md" with { type: "text" };
import type { Sample } from "../types.js";

/** A team's conversation: where one is handed in, nothing is asked before the recommendation. */
export const sample: Sample = {
  subject: "sample:team",
  material: { texts: [{ name: "conversation.md", text: conversation }] },
};
