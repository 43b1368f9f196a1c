// A text of this browser's storage, or a shelf of them, as state of a component.

import { useEffect, useState } from "preact/hooks";
import { shelfIn, type Shelf } from "./shelf";
import { read } from "./storage";

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

/** The shelf of a key, always. */
export function useShelf(key: string): Shelf {
  return shelfIn(useKept(key));
}
