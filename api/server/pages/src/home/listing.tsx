// The list of a family, or of all: what was found, what narrows it, and beside it what is open.

import type { VNode } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { common, counts, facets as labels, listing as texts, sorts } from "../../texts/en.json";
import { START, address, facetsOf, inFamily, variablesOf, type Chosen, type Place } from "./address";
import { useAnswer } from "./answer";
import { LISTS, type Book, type Family, type Found, type Listed } from "./answers";
import { ColumnChoice } from "./column-choice";
import { CopyWithBooks } from "./copy-link";
import { BESIDE, EntityShown } from "./entity";
import { ChosenShown, FacetsShown } from "./facets";
import { searchedFor } from "./conditions";
import { FAMILIES, SORTS, facetName, isCounted } from "./families";
import { FamilyTabs } from "./family-tabs";
import { lazy } from "./lazy";
import { Hits, MARKS, Waiting } from "./hits";
import { chooser, isNone, keepMine, useMine, withMine } from "./mine";
import { follow, go, isPlain, useMedia } from "./place";
import { Skip } from "./skip";
import { write } from "./storage";
import { filled, pieces } from "./texts";
import { TroubleShown } from "./trouble";
import { useKept } from "./use-kept";
import { counted, foundBy, unsaid } from "./words";

const UnderstoodShown = lazy(async () => (await import("./understood-shown")).UnderstoodShown);

/** Milliseconds without a key before what was typed is searched for. */
const PAUSE = 220;

/** Whether lists of a family are tables. */
const VIEW_KEY = "lorekeeper-view";

/** Rows of a table at once. */
const ROWS = 60;

/** What the list of a place is asked with. */
function variables(place: Place, isTable: boolean): object {
  const { filter, gameSystem, documents } = variablesOf(place.chosen, facetsOf(place.family));
  const { query, where } = searchedFor(place.q);
  const names = facetsOf(place.family).filter(isCounted).map(facetName);
  const shared = { query, where, gameSystem, documents, ...MARKS };
  if (!place.family) {
    return { ...shared, facets: ["family", ...names] };
  }
  const isDown = place.sort?.startsWith("-");
  const order = { field: place.sort?.replace("-", ""), direction: isDown ? "DESC" : "ASC" };
  const orderBy = place.sort ? [order, { field: "NAME" }, { field: "DOCUMENT" }] : null;
  const rows = isTable ? { isTable, first: ROWS } : {};
  return { ...shared, isSearch: query !== null || where !== null, filter, orderBy, facets: names, ...rows };
}

interface Props {
  place: Place;
  /** How many entries there are of each family. */
  stock: Map<Family, number>;
  books: Book[];
}

export function Listing({ place, stock, books }: Props) {
  const q = place.q.trim();
  const typed = useRef(q);
  const isKeptTable = useKept(VIEW_KEY) === "table";
  const isTable = place.family !== null && (isKeptTable || place.columns !== undefined);
  const mine = useMine();
  const chosen = withMine(place.chosen, mine);
  const asked = variables({ ...place, chosen }, isTable);
  const operation = LISTS[place.family ?? "ALL"];
  const { data, trouble, waiting, again } = useAnswer(operation, asked, typed.current === q ? 0 : PAUSE);
  useEffect(() => {
    typed.current = q;
  }, [q]);
  const found = data?.found;
  const resting = found?.meta.resting;
  const isBeside = useMedia(BESIDE) && !isTable && !trouble;
  const first = (isBeside && found?.edges[0]?.node.id) || null;
  // What is shown stays as it is until an answer is there and the press was answered: rendering a table takes longer.
  const hits = useRef<VNode | null>(null);
  const key = JSON.stringify(asked);
  const [ready, setReady] = useState("");
  useEffect(() => {
    if (!waiting) {
      setReady(key);
    }
  }, [key, waiting]);
  const isBehind = waiting || (hits.current !== null && ready !== key);
  if (found && !isBehind) {
    hits.current = <Hits key={key} place={place} first={found} variables={asked} isTable={isTable} />;
  }
  const open = (event: MouseEvent) => {
    const id = (event.target as Element).closest<HTMLElement>("a[data-id]")?.dataset.id;
    if (id && isPlain(event)) {
      event.preventDefault();
      event.stopPropagation();
      // Beside the list one takes the other's place; going back leaves both.
      go(address({ ...place, id }), place.id ? "same" : "new");
    }
  };
  const facets = facetsOf(place.family);
  const to = (chosen: Place["chosen"]) => address({ ...place, chosen });
  // Filters are many: they are rendered anew only when they change, and then choose from the place that is shown.
  const choose = useRef((_: Chosen) => {});
  choose.current = chooser(place.chosen, mine, (next) => go(to(next), "new"));
  const values = found?.facets ?? null;
  const filters = useMemo(
    () => <FacetsShown facets={facets} counts={values} chosen={chosen} choose={(next) => choose.current(next)} />,
    [facets, values, JSON.stringify(chosen)],
  );
  return (
    <>
      <FamilyTabs place={place} counts={q || resting ? countsOf(data) : stock} />
      <div class={["listing", isTable && "tabled", place.id && "opened"].filter(Boolean).join(" ")}>
        <Skip />
        {filters}
        <section class="found" aria-label={texts.found} aria-busy={waiting}>
          <h1 class="unseen">
            {q ? filled(texts.foundFor, { q }) : place.family ? FAMILIES[place.family].all : texts.all}
          </h1>
          <div class="summary">
            <p role="status">
              {found && !trouble ? summary(found, place) : trouble?.kind !== "token" && common.searching}
            </p>
            {place.family && (
              <div class="tools">
                <button
                  type="button"
                  class="view"
                  aria-pressed={isTable}
                  onClick={() => {
                    write(VIEW_KEY, isTable ? "" : "table");
                    go(address({ ...place, columns: undefined }), "same");
                  }}
                >
                  {texts.table}
                </button>
                {isTable && <ColumnChoice place={place} family={place.family} />}
                <Sort place={place} family={place.family} />
                <CopyWithBooks address={address(place)} />
              </div>
            )}
          </div>
          <ChosenShown facets={facets} counts={values} chosen={place.chosen} to={to} resting={resting} />
          {trouble ? (
            <TroubleShown trouble={trouble} again={again} />
          ) : found ? (
            <>
              <Remarks found={found} place={place} books={books} />
              {found.totalCount === 0 ? (
                <NoMatch place={place} found={found} isMine={chosen !== place.chosen && !isNone(mine)} />
              ) : (
                <div class={isBehind ? "hits waiting" : "hits"} onClickCapture={open}>
                  <Waiting.Provider value={isBehind}>{hits.current}</Waiting.Provider>
                </div>
              )}
            </>
          ) : (
            <div class="skeleton" />
          )}
        </section>
        <div class="pane">
          {place.id ? (
            <EntityShown key={place.id} place={place} id={place.id} />
          ) : first ? (
            <EntityShown key={first} place={place} id={first} isAhead />
          ) : (
            <p class="hint quiet">{texts.hint}</p>
          )}
        </div>
      </div>
    </>
  );
}

/** How many there are of each family. */
function countsOf(listed: Listed | null): Map<Family, number> {
  const facets = listed?.everywhere?.facets ?? listed?.found.facets ?? [];
  const values = facets.find(({ name }) => name === "family")?.values ?? [];
  return new Map(values.map(({ value, count }) => [value as Family, count]));
}

function summary(found: Found, { q, family }: Place): string {
  if (q.trim()) {
    return foundBy(found);
  }
  return counted(found.totalCount, family ? counts[family] : common.entries);
}

function Sort({ place, family }: { place: Place; family: Family }) {
  const usual = place.q.trim() ? texts.relevance : sorts.NAME;
  const choices = SORTS[family].flatMap((field) => [
    [field, `${sorts[field]} ↑`],
    [`-${field}`, `${sorts[field]} ↓`],
  ]);
  return (
    <label class="sort">
      {texts.sortBy}{" "}
      <select
        value={place.sort ?? ""}
        onChange={(event) => go(address({ ...place, sort: event.currentTarget.value || null }), "new")}
      >
        <option value="">{usual}</option>
        {choices.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** What the server remarks: that it searched for something else, that a filter is blind. */
function Remarks({ found, place, books }: { found: Found; place: Place; books: Book[] }) {
  const { correctedQuery, understoodWhere, warnings, coverageGaps = [] } = found.meta;
  const { family } = place;
  const { resting } = found.meta;
  const facet = (field: string) => facetsOf(family).find((facet) => facetName(facet) === field);
  const rests = resting?.map((one) => {
    const known = facet(one);
    return known ? labels[known.name] : one === "sort" ? texts.sortBy : one;
  });
  const exactly = understoodWhere && address({ ...place, q: understoodWhere });
  const name = (key: string) => {
    const book = books.find((book) => book.key === key);
    return book?.displayName ?? book?.name ?? key;
  };
  const remarks = warnings
    .filter((warning) => !correctedQuery || !warning.includes(correctedQuery))
    .map((warning) => {
      const gap = coverageGaps.find(({ message }) => message === warning);
      const compared = gap && facet(gap.field);
      const what = family ? FAMILIES[family].what : texts.entries;
      return gap && compared ? unsaid(labels[compared.name], what, gap.documents.map(name)) : warning;
    });
  return (
    <>
      {rests && (
        <p class="quiet">
          {texts.ofKept} {rests.length > 0 && filled(texts.resting, { filters: [...new Set(rests)].join(", ") })}
        </p>
      )}
      {correctedQuery && <p class="quiet">{filled(texts.searchedFor, { q: correctedQuery })}</p>}
      {exactly && (
        <p class="quiet">
          {pieces(texts.onlyWhatFits, {
            conditions: (
              <a href={exactly} onClick={follow(exactly)}>
                {understoodWhere}
              </a>
            ),
          })}
        </p>
      )}
      {understoodWhere && <UnderstoodShown where={understoodWhere} place={place} />}
      {remarks.map((remark) => (
        <p class="quiet" key={remark}>
          {remark}
        </p>
      ))}
    </>
  );
}

function NoMatch({ place, found, isMine }: { place: Place; found: Found; isMine: boolean }) {
  const q = place.q.trim();
  const isNarrowed = !isNone(place.chosen);
  const ways: [string, string, boolean][] = [
    [texts.clearFilters, address({ ...place, chosen: {} }), isNarrowed],
    [texts.allFamilies, address(inFamily(place, null)), q !== "" && place.family !== null],
    [texts.browseAll, address({ ...START, family: place.family }), q !== "" && place.family !== null],
  ];
  return (
    <div class="notice">
      <p>
        {q && !isNarrowed
          ? (found.meta.message ?? filled(texts.nothingFound, { q }))
          : filled(q ? texts.nothingFoundFits : texts.nothingFits, { q })}
      </p>
      {ways
        .filter(([, , isOpen]) => isOpen)
        .map(([name, to]) => (
          <p key={name}>
            <a href={to} onClick={follow(to)}>
              {name}
            </a>
          </p>
        ))}
      {isMine && (
        <p>
          <button type="button" onClick={() => keepMine({})}>
            {texts.allBooks}
          </button>
        </p>
      )}
    </div>
  );
}
