// The table of the contracts of single kinds, for the lab.
import { input as advice } from "./advice/lab.js";
import { input as skills } from "./gaps/lab.js";
import { input as envelope } from "./staged/lab.js";

/** A sample input for each contract of a kind, by the name of the contract. */
export const KIND_INPUTS = { advice, envelope, skills } as const;

/** The contracts that can be asked for in parts, one after the other. */
export const IN_PARTS: ReadonlySet<string> = new Set(["advice"]);

/** The contract that is measured unless another is chosen. */
export const FIRST_CONTRACT = "advice";
