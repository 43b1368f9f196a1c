// Whose work a page of cards is.

import type { Card as Listed } from "./answers";

/** Whose work the cards are: it goes to paper with them. */
export function Sources({ cards }: { cards: Listed[] }) {
  const books = new Map(cards.flatMap(({ document: book }) => (book ? [[book.name, book] as const] : [])));
  return (
    <footer class="attribution">
      {[...books.values()].map(({ name, attribution, licenses }) => (
        <p key={name}>
          {name}: {licenses.map((licence) => licence.name).join("; ")}. {attribution}
        </p>
      ))}
    </footer>
  );
}
