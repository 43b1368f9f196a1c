// The chip of the reader's books, on every page, and the button that makes books the reader's.

import { common, mine as texts } from "../../texts/en.json";
import { chosenIn, facetsOf, type Chosen } from "./address";
import { booksOf, isNone, keepMine, useMine } from "./mine";
import { isFramed } from "./place";
import { filled } from "./texts";
import { counted, editionName } from "./words";

/** An edition and books in words. */
function wordsOf({ gameSystem = [], documents = [] }: Chosen): string {
  return [
    ...gameSystem.map(editionName),
    ...(documents.length > 0 ? [counted(documents.length, common.books)] : []),
  ].join(", ");
}

/** What the books of a link are, and the button that makes them the reader's. */
export function BooksOfLink({ search }: { search: string }) {
  const books = booksOf(chosenIn(new URLSearchParams(search), facetsOf(null)));
  const isMine = JSON.stringify(books) === JSON.stringify(useMine());
  return isNone(books) || isMine ? null : (
    <ul class="chosen">
      <li>{filled(texts.ofLink, { books: wordsOf(books) })}</li>
      <UseEverywhere chosen={books} others={() => {}} />
    </ul>
  );
}

export function MyBooks() {
  const mine = useMine();
  if (isNone(mine)) {
    return null;
  }
  const keys = mine.documents ?? [];
  const books = wordsOf(mine);
  return (
    <button
      type="button"
      class="mine"
      title={keys.join(", ")}
      aria-label={filled(texts.clear, { books })}
      onClick={() => keepMine({})}
    >
      {filled(texts.books, { books })} <span aria-hidden="true">×</span>
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
      <button type="button" class="everywhere" onClick={keep} title={texts.everywhereWhy}>
        {texts.everywhere}
      </button>
    </li>
  );
}
