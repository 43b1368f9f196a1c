// The reader's own list, as this browser keeps it, and the button that collects.

import { MAX_LISTED, idsIn, isFull, withToggled } from "./ids";
import { write } from "./storage";
import { useKept } from "./use-kept";

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
  const canAdd = !isFull(ids);
  const full = `The list is full (${MAX_LISTED})`;
  return (
    <button
      type="button"
      class="collect"
      aria-pressed={isListed}
      aria-label={isListed || canAdd ? `${name} on your list` : `${name}. ${full}`}
      title={isListed ? "On your list" : canAdd ? "Add to your list" : full}
      disabled={!isListed && !canAdd}
      onClick={() => keepList(withToggled(ids, id))}
    >
      <span aria-hidden="true">{isListed ? "★" : "☆"}</span>
    </button>
  );
}
