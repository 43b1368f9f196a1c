// Files that are dropped on the pages: they go to the page of imports.

import { useEffect } from "preact/hooks";
import { go } from "./place";

export const DROPPED = "lorekeeper:dropped";
/** Files that were dropped on any of the pages. */
export let dropped: File[] = [];

/** Takes files that are dropped anywhere. */
export function useDrop(): void {
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const over = (event: DragEvent) => hasFiles(event) && event.preventDefault();
    const drop = (event: DragEvent) => {
      if (hasFiles(event)) {
        event.preventDefault();
        dropped = [...(event.dataTransfer?.files ?? [])];
        go("/import", location.pathname === "/import" ? "same" : "new");
        dispatchEvent(new Event(DROPPED));
      }
    };
    addEventListener("dragover", over);
    addEventListener("drop", drop);
    return () => {
      removeEventListener("dragover", over);
      removeEventListener("drop", drop);
    };
  }, []);
}

export function forgetDropped(): void {
  dropped = [];
}
