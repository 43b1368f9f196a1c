// The reader's lists, as this browser keeps them, and the button that collects.

import { collection as texts } from "../../texts/en.json";
import { MAX_LISTED, isFull, isListed, listIn, listQuery, withToggled, type List } from "./lists";
import { MAX_TEXTS, atHand, changeShelf, nameIn, shelfIn, withNew, withText, type Shelf } from "./shelf";
import { filled } from "./texts";
import { useKept, useShelf } from "./use-kept";

export const LISTS_KEY = "lorekeeper-lists";

/** Changes the list at hand as it is now. */
export function changeList(change: (list: List) => List): void {
  changeShelf(LISTS_KEY, (shelf) => withText(shelf, listQuery(change(listIn(atHand(shelf))))));
}

/** Whether the list at hand is an empty one without a name. */
function isFree(shelf: Shelf): boolean {
  return !nameIn(atHand(shelf)) && listIn(atHand(shelf)).entries.length === 0;
}

/** How many lists more there is room for. */
export function useRoom(): number {
  const shelf = useShelf(LISTS_KEY);
  return MAX_TEXTS - shelf.all.length + Number(isFree(shelf));
}

/** Keeps lists beside the others; the first in the place of an empty one without a name. */
export function addLists(lists: List[]): void {
  for (const list of lists) {
    changeShelf(LISTS_KEY, (shelf) =>
      isFree(shelf) ? withText(shelf, listQuery(list)) : withNew(shelf, listQuery(list)),
    );
  }
}

/** What was read last: every star of a table asks for the same. */
let last: { text: string | null; list: List } | null = null;

/** The list at hand, always. */
export function useList(): List {
  const text = useKept(LISTS_KEY);
  if (last?.text !== text || !last) {
    last = { text, list: listIn(atHand(shelfIn(text))) };
  }
  return last.list;
}

/** Puts something on the list, or takes it off: `taken` is told so. */
export function Collect({ id, name, taken }: { id: string; name: string; taken?: () => void }) {
  const list = useList();
  const isOn = isListed(list, id);
  const canAdd = !isFull(list);
  const which = list.name ? filled(texts.named, { name: list.name }) : texts.yours;
  const full = filled(texts.full, { count: MAX_LISTED });
  return (
    <button
      type="button"
      class="collect"
      aria-pressed={isOn}
      aria-label={isOn || canAdd ? filled(texts.nameOn, { name, list: which }) : filled(texts.nameFull, { name, full })}
      title={isOn || canAdd ? filled(isOn ? texts.on : texts.add, { list: which }) : full}
      disabled={!isOn && !canAdd}
      onClick={() => {
        changeList((list) => withToggled(list, id));
        if (isOn) {
          taken?.();
        }
      }}
    >
      <span aria-hidden="true">{isOn ? "★" : "☆"}</span>
    </button>
  );
}
