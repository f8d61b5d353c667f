// The functions of the stand-in engine that need no session.
import type * as T from "../../../pkg/src/index.js";

/** The built-in guides: the stand-in has none. */
export const guides: readonly T.BuiltInGuide[] = [];

export async function checkFile(file: File): Promise<T.Issue | null> {
  return file.size === 0
    ? { path: "", rule: "empty", message: "is empty" }
    : /\.(pdf|docx|txt|md)$/.test(file.name)
      ? null
      : { path: "", rule: "enum", message: "is of another kind" };
}
export const pickContact = async (): Promise<object | null> => null;
export const readContactCard = async (): Promise<object> => ({
  basics: { name: "Ines Okafor-Brandt", email: "ines@okafor-brandt.example" },
});
export const readMaterial = (): object => ({ subject: "mock" });
