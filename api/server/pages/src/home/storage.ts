// Storage of this browser, which outlives the tab. Without it, texts are kept as long as the page is open.

import { useEffect, useState } from "preact/hooks";

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
  } catch {
    unstored.set(key, text);
  }
  dispatchEvent(new Event(key));
}

/** A kept text, always: from this window, and from others. */
export function useKept(key: string): string | null {
  const [text, setText] = useState(() => read(key));
  useEffect(() => {
    const changed = () => setText(read(key));
    addEventListener(key, changed);
    addEventListener("storage", changed);
    return () => {
      removeEventListener(key, changed);
      removeEventListener("storage", changed);
    };
  }, [key]);
  return text;
}
