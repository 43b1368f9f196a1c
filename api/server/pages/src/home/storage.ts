// Storage of this browser, which outlives the tab. Without it, texts are kept as long as the page is open.

/** Texts that could not be stored. */
const unstored = new Map<string, string>();

export function read(key: string): string | null {
  try {
    return unstored.get(key) ?? localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** The event that tells whether all could be stored. */
export const STORAGE = "lorekeeper:storage";

/** Whether all that was to be kept is stored. */
export function isStoring(): boolean {
  return unstored.size === 0;
}

/** Keeps a text, and tells this window by an event of the key's name. An empty one is not kept. */
export function write(key: string, text: string): void {
  try {
    if (text) {
      localStorage.setItem(key, text);
    } else {
      localStorage.removeItem(key);
    }
    unstored.delete(key);
  } catch {
    unstored.set(key, text);
  }
  dispatchEvent(new Event(key));
  dispatchEvent(new Event(STORAGE));
}
