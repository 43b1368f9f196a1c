// The reader's books: an edition and books that narrow everything, as this browser keeps them.

import { chosenIn, chosenParameters, facetsOf, query, type Chosen } from "./address";
import type { Stored } from "./answers";
import { read, write } from "./storage";
import { useKept } from "./use-kept";

const KEY = "lorekeeper-books";

/** The edition and the books of a choice. */
export function booksOf(chosen: Chosen): Chosen {
  return chosenIn(new URLSearchParams(chosenParameters(chosen, facetsOf(null))), facetsOf(null));
}

/** What of a choice is neither an edition nor a book. */
function withoutBooks(chosen: Chosen): Chosen {
  const shared: string[] = facetsOf(null).map(({ name }) => name);
  return Object.fromEntries(Object.entries(chosen).filter(([name]) => !shared.includes(name)));
}

export function isNone(chosen: Chosen): boolean {
  return Object.keys(chosen).length === 0;
}

/** Keeps the edition and the books of a choice. */
export function keepMine(chosen: Chosen): void {
  write(KEY, new URLSearchParams(chosenParameters(chosen, facetsOf(null))).toString());
}

function mineIn(text: string | null): Chosen {
  return chosenIn(new URLSearchParams(text ?? ""), facetsOf(null));
}

/** The reader's books as they are now. */
export function readMine(): Chosen {
  return mineIn(read(KEY));
}

/** The reader's books, always. */
export function useMine(): Chosen {
  return mineIn(useKept(KEY));
}

/** A choice with the reader's books, where it has none of its own: an address that names books goes before. */
export function withMine(chosen: Chosen, mine: Chosen): Chosen {
  return isNone(booksOf(chosen)) ? { ...chosen, ...mine } : chosen;
}

/** An address with books, where it has none of its own. */
export function withBooks(address: string, books: Chosen): string {
  const [path = "", search = ""] = address.split("?");
  const given = new URLSearchParams(search);
  const isOwn = !isNone(chosenIn(given, facetsOf(null)));
  return isOwn || isNone(books) ? address : path + query([...given, ...chosenParameters(books, facetsOf(null))]);
}

/** Takes a new choice: books that came from the reader's are kept there, and no books are none there too. */
export function chooser(chosen: Chosen, mine: Chosen, hand: (chosen: Chosen) => void): (next: Chosen) => void {
  return (next) => {
    const isMine = !isNone(mine) && (isNone(booksOf(chosen)) || isNone(booksOf(next)));
    if (isMine) {
      keepMine(next);
    }
    const given = isMine ? withoutBooks(next) : next;
    if (JSON.stringify(given) !== JSON.stringify(chosen)) {
      hand(given);
    }
  };
}

/** The books that a choice leaves. */
export function chosenBooks({ documents }: Stored, { gameSystem, documents: keys }: Chosen) {
  return documents.nodes.filter(
    (book) => (!gameSystem || gameSystem.includes(book.gameSystem ?? "")) && (!keys || keys.includes(book.key)),
  );
}
