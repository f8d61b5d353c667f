/** Hands a text or a file to the browser under a name; whatever its kind, it is saved and not opened. */
export function saveFile(content: string | Blob, name: string): void {
  // A page of somebody else's must not run here: what is saved has no kind that a browser opens.
  const blob = new Blob([content], { type: typeof content === "string" ? "application/json;charset=utf-8" : "application/octet-stream" });
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // Firefox and Safari read the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 30_000);
}
