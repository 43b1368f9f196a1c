// A list of cards: the reader's own, or one that was shared by its address. It prints as cards.

import { useEffect, useState } from "preact/hooks";
import { START, address } from "./address";
import { useAnswer } from "./answer";
import { CARDS, type Card as Listed } from "./answers";
import { Card } from "./card";
import { Collect, keepList, useList } from "./collection";
import { CopyLink } from "./copy-link";
import { MAX_LISTED, idsIn, isFull, listAddress, withAll } from "./ids";
import { follow, go } from "./place";
import { TroubleShown } from "./trouble";
import { bookOf } from "./words";
import "./list.css";

export function ListPage({ search }: { search: string }) {
  const own = useList();
  const given = idsIn(new URLSearchParams(search).get("ids"));
  const isShared = given.length > 0;
  const ids = isShared ? given : own;
  const { data, trouble, again } = useAnswer(CARDS, ids.length > 0 ? { ids, links: true } : null);
  useEffect(() => {
    document.title = `${isShared ? "A shared list" : "Your list"} · LoreKeeper`;
  }, [isShared]);
  // What was taken off stays away while the answer is awaited.
  const cards = (data?.nodes ?? []).filter((card) => card !== null && ids.includes(card.id)) as Listed[];
  const missing = data ? ids.length - data.nodes.filter(Boolean).length : 0;
  const together = withAll(own, given);
  const keep = () => {
    if (together) {
      keepList(together);
      go(listAddress([]), "new");
    }
  };
  return (
    <main class="list">
      <h1>{isShared ? "A shared list" : "Your list"}</h1>
      {ids.length === 0 ? (
        <div class="notice">
          <p>
            Nothing is on it yet. The star (☆) beside an entry puts it here. The list stays in this browser, prints as
            cards, and can be shared as a link.
          </p>
          <p>
            <a href={address(START)} onClick={follow(address(START))}>
              Find something
            </a>
          </p>
        </div>
      ) : (
        <>
          <p class="actions">
            <button type="button" onClick={() => print()}>
              Print
            </button>
            <CopyLink address={listAddress(ids)} />
            {isShared ? (
              <button type="button" disabled={!together} onClick={keep}>
                Add all to your list
              </button>
            ) : (
              <Clear />
            )}
          </p>
          {!together && (
            <p class="quiet">
              {isFull(own)
                ? `Your list is full (${MAX_LISTED}).`
                : `Your list has room for ${MAX_LISTED - own.length} more. The stars add single entries.`}
            </p>
          )}
          {trouble && <TroubleShown trouble={trouble} again={again} />}
          {missing > 0 && !trouble && <p class="quiet">{missing} of the entries are not stored here.</p>}
          <ol class="cards">
            {cards.map((card) => (
              <li key={card.id} class={`entity ${card.family.toLowerCase()}`}>
                <p class="badges">
                  <a href={address({ ...START, id: card.id })} onClick={follow(address({ ...START, id: card.id }))}>
                    {bookOf(card.document)}
                  </a>
                  <Collect id={card.id} name={card.name} />
                </p>
                <Card markdown={card.markdown} />
              </li>
            ))}
          </ol>
          <Sources cards={cards} />
        </>
      )}
    </main>
  );
}

/** Empties the list, at the second press. */
function Clear() {
  const [isSure, setSure] = useState(false);
  return (
    <button type="button" onBlur={() => setSure(false)} onClick={() => (isSure ? keepList([]) : setSure(true))}>
      {isSure ? "Press again to empty it" : "Empty the list"}
    </button>
  );
}

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
