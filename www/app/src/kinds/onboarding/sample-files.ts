// The file that ships with the app for trying an onboarding interview: the résumé of somebody who does not exist, as a word processor
// writes it. It is a file of its own, so that it is handed in as any other.

const TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

/** Loads what can be handed in; nothing where it cannot be loaded: the respondent has files of their own. */
export async function sampleFiles(): Promise<File[]> {
  try {
    const response = await fetch(new URL("samples/resume.docx", document.baseURI));
    return response.ok ? [new File([await response.blob()], "resume.docx", { type: TYPE })] : [];
  } catch {
    return [];
  }
}
