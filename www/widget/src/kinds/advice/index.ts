// The room of interviews that end in advice: the recommended role, and the respondent's decision about it.
import type { MakeRoom } from "../../types.js";
import { Role } from "./role.js";
import { wordsOf } from "./words.js";
import roleCss from "./role.css?inline";

export const makeRoom: MakeRoom<"advice"> = (shared, ui, root) => {
  shared.adopt(root, roleCss);
  const role = new Role(shared, ui);
  return {
    findingsAside: true,
    task: (view, { proposal }) => (view.phase === "proposal" && proposal ? role.render(view, proposal) : null),
    preparing: () => wordsOf(ui).preparing,
    summary: (view, { proposal }) => proposal && role.render(view, proposal),
  };
};
