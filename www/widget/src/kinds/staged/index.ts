// The room of interviews in stages: how far they are, and what was covered of each stage.
import type { MakeRoom } from "../../types.js";
import { coverage, Stages } from "./stages.js";

export const makeRoom: MakeRoom<"staged"> = (shared, ui) => {
  const stages = new Stages(shared, ui);
  return {
    progress: (view, kind) => stages.render(view, kind),
    coverage: (view, kind) => coverage(shared, ui, view, kind),
  };
};
