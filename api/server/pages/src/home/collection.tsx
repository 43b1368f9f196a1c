// The reader's own list, as this browser keeps it, and the button that collects.

import { idsIn, withToggled } from "./ids";
import { useKept, write } from "./storage";

const KEY = "lorekeeper-list";

/** Replaces the list. */
export function keepList(ids: string[]): void {
  write(KEY, ids.join(","));
}

/** The list, always. */
export function useList(): string[] {
  return idsIn(useKept(KEY));
}

/** Puts something on the list, or takes it off. */
export function Collect({ id, name }: { id: string; name: string }) {
  const ids = useList();
  const isListed = ids.includes(id);
  return (
    <button
      type="button"
      class="collect"
      aria-pressed={isListed}
      aria-label={`${name} on your list`}
      title={isListed ? "On your list" : "Add to your list"}
      onClick={() => keepList(withToggled(ids, id))}
    >
      <span aria-hidden="true">{isListed ? "★" : "☆"}</span>
    </button>
  );
}
