// The compendium: a search, families as tabs, and beside the list what narrows it and what is open.

import { useEffect } from "preact/hooks";
import { common, compendium as texts } from "../../texts/en.json";
import { address, type Chosen, type Place } from "./address";
import { useAnswer } from "./answer";
import { CARDS, STORED, type Family, type Stored } from "./answers";
import { EntityShown } from "./entity";
import { FamilyTabs } from "./family-tabs";
import { lazy } from "./lazy";
import { Listing } from "./listing";
import { booksOf, chosenBooks, isNone, useMine, withMine } from "./mine";
import { follow } from "./place";
import { SearchBox } from "./search";
import { filled, pieces } from "./texts";

const StoredShown = lazy(async () => (await import("./stored")).StoredShown);
const Comparison = lazy(async () => (await import("./compare")).Comparison);

export function Compendium({ place }: { place: Place }) {
  const stored = useAnswer(STORED, {});
  const q = place.q.trim();
  const { id, beside, noFamily } = place;
  useEffect(() => {
    if (!id) {
      document.title = q ? `${q} · ${common.brand}` : common.brand;
    }
  }, [q, id]);
  const isStart = !q && !place.family;
  const mine = useMine();
  const stock: Map<Family, number> = stored.data ? stockOf(stored.data, withMine(place.chosen, mine)) : new Map();
  return (
    <main>
      <SearchBox place={place} />
      {noFamily && (
        <p class="notice" role="status">
          {filled(texts.noFamily, { word: noFamily.slice(0, 60) })}
        </p>
      )}
      {beside && beside !== id && !id && <Comparing place={place} id={beside} />}
      {id && beside && beside !== id ? (
        <Comparison place={place} ids={[beside, id]} />
      ) : isStart ? (
        <>
          <FamilyTabs place={place} counts={stock} />
          {id ? (
            <div class="alone">
              <EntityShown place={place} id={id} />
            </div>
          ) : (
            <>
              <h1>{pieces(texts.title, { and: <span class="and">{texts.and}</span> })}</h1>
              <StoredShown stored={stored} />
            </>
          )}
        </>
      ) : (
        <Listing key={place.family ?? "ALL"} place={place} stock={stock} books={stored.data?.documents.nodes ?? []} />
      )}
    </main>
  );
}

/** How many entries there are of each family, in the books of a choice. */
function stockOf(stored: Stored, chosen: Chosen): Map<Family, number> {
  const books = booksOf(chosen);
  const counts = isNone(books) ? stored.status.entities : chosenBooks(stored, books).flatMap((book) => book.counts);
  const stock = new Map(stored.status.entities.map(({ family }) => [family, 0]));
  counts.forEach(({ family, count }) => stock.set(family, (stock.get(family) ?? 0) + count));
  return stock;
}

/** What is to be compared waits for the other. */
function Comparing({ place, id }: { place: Place; id: string }) {
  const { data } = useAnswer(CARDS, { ids: [id] });
  const end = address({ ...place, beside: null });
  return (
    <p class="comparing" role="status">
      {pieces(texts.compare, { name: <strong>{data?.nodes[0]?.name ?? texts.it}</strong> })}{" "}
      <a href={end} onClick={follow(end)}>
        {texts.doNotCompare}
      </a>
    </p>
  );
}
