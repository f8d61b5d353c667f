// Files of the package that are loaded later, and asked for again where they did not come.

/**
 * Imports a module, and where that fails once more by an address of its own: Firefox keeps the failure of an address until the page is
 * loaded anew, so that a button to try again would never help. Browsers that name no address in their message try again by themselves.
 * Bundlers leave this import alone where the package is bundled, in `bundle.mjs`.
 */
export async function importAgain<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const address = /https?:\S+\.js/.exec(String(error))?.[0];
    if (!address) throw error;
    return (await import(`${address}?again=${Date.now()}`)) as T;
  }
}
