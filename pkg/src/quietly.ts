// Calls into the host, which must not stop what calls them.
/** @internal Calls a listener. Its fault is reported as it would be anywhere else, and keeps nobody from hearing. */
export function quietly(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
