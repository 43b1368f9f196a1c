// A text of this browser's storage as state of a component.

import { useEffect, useState } from "preact/hooks";
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
