// The chip of the reader's books, on every page, and the button that makes books the reader's.

import type { Chosen } from "./address";
import { booksOf, isNone, keepMine, useMine } from "./mine";
import { isFramed } from "./place";
import { counted, editionName } from "./words";

export function MyBooks() {
  const mine = useMine();
  if (isNone(mine)) {
    return null;
  }
  const keys = mine.documents ?? [];
  const parts = [
    ...(mine.gameSystem ?? []).map(editionName),
    ...(keys.length > 0 ? [counted(keys.length, "book", "books")] : []),
  ];
  return (
    <button
      type="button"
      class="mine"
      title={keys.join(", ")}
      aria-label={`My books: ${parts.join(", ")}. Clear`}
      onClick={() => keepMine({})}
    >
      My books: {parts.join(", ")} <span aria-hidden="true">×</span>
    </button>
  );
}

/** Keeps the edition and the books of a choice; `others` gets what else is chosen. */
export function UseEverywhere({ chosen, others }: { chosen: Chosen; others: (chosen: Chosen) => void }) {
  const books = booksOf(chosen);
  const rest = Object.fromEntries(Object.entries(chosen).filter(([name]) => !(name in books)));
  const keep = () => {
    keepMine(books);
    others(rest);
  };
  return isNone(books) || isFramed() ? null : (
    <li>
      <button type="button" class="everywhere" onClick={keep} title="Only these editions and books, on every page">
        Use everywhere
      </button>
    </li>
  );
}
