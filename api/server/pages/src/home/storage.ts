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
}
