// The search: a box, completions of names, and what was found.

import { useEffect, useRef, useState } from "preact/hooks";
import { useAnswer } from "./answer";
import { SEARCH, SUGGEST, type Family, type Found } from "./answers";
import { Hits, MARKS, focusHit } from "./hits";
import { FAMILIES, address, follow, go, type Place } from "./place";
import { TroubleShown } from "./trouble";
import { grouped } from "./words";
import "./search.css";

/** Milliseconds without a key before what was typed is searched for, and before names are completed. */
const PAUSE = 220;
const SHORT_PAUSE = 90;

/** The server cuts what is longer. */
const LONGEST = 512;

export function SearchBox({ place }: { place: Place }) {
  const box = useRef<HTMLInputElement>(null);
  const [isActive, setActive] = useState(false);
  const text = place.q.trim();
  const names = useAnswer(SUGGEST, isActive && text.length > 1 ? { text } : null, SHORT_PAUSE);
  const others = (names.data?.suggest ?? []).map(({ name }) => name);
  const completions = [...new Set(others)].filter((name) => name.toLowerCase() !== text.toLowerCase()).slice(0, 5);

  const type = (q: string) => {
    setActive(true);
    // Typing within a search is one step of the history.
    go({ q, family: place.family, id: null }, place.id !== null || place.q === "" ? "new" : "same");
  };
  const complete = (q: string) => {
    type(q);
    box.current?.focus();
  };
  const keys = (event: KeyboardEvent) => {
    const input = box.current;
    const isAtEnd = input?.selectionStart === place.q.length && input.selectionEnd === place.q.length;
    const [first] = completions;
    if ((event.key === "ArrowDown" || event.key === "Enter") && focusHit(0)) {
      event.preventDefault();
    } else if (event.key === "ArrowRight" && isAtEnd && first) {
      event.preventDefault();
      complete(first);
    } else if (event.key === "Escape" && place.q !== "" && !place.id) {
      event.preventDefault();
      go({ q: "", family: place.family, id: null }, "same");
    }
  };

  return (
    <form role="search" onSubmit={(event) => event.preventDefault()}>
      <label class="unseen" for="search">
        Search all books
      </label>
      <input
        id="search"
        ref={box}
        type="search"
        autocomplete="off"
        spellcheck={false}
        maxLength={LONGEST}
        placeholder="Search spells, creatures, equipment, classes, rules…"
        aria-describedby="keys"
        value={place.q}
        onInput={(event) => type(event.currentTarget.value)}
        onKeyDown={keys}
      />
      {isActive && text && !place.id && (
        <p class="completions" role="group" aria-label="Names that begin like this">
          {completions.map((name, index) => (
            <button type="button" key={name} onClick={() => complete(name)}>
              {name}
              {index === 0 && <kbd aria-hidden="true">→</kbd>}
            </button>
          ))}
        </p>
      )}
      <p id="keys" class="unseen">
        The slash key comes here from anywhere. Arrow down goes to what was found, the right arrow completes the name,
        Escape goes back.
      </p>
    </form>
  );
}

export function Results({ place }: { place: Place }) {
  const families = place.family && [place.family];
  const variables = { query: place.q.trim(), families, ...MARKS };
  const { data, trouble, waiting, again } = useAnswer(SEARCH, variables, PAUSE);
  const found = data?.search;
  return (
    <section aria-label="What was found" aria-busy={waiting}>
      <h1 class="unseen">What was found for “{place.q.trim()}”</h1>
      <p class="unseen" role="status">
        {waiting ? "Searching" : found && `${grouped(found.totalCount)} found`}
      </p>
      {trouble ? (
        <TroubleShown trouble={trouble} again={again} />
      ) : found ? (
        <>
          <Families place={place} found={found} />
          <Remarks found={found} />
          {found.totalCount === 0 ? (
            <NoMatch place={place} found={found} />
          ) : (
            <Hits key={JSON.stringify(variables)} place={place} first={found} variables={variables} waiting={waiting} />
          )}
        </>
      ) : (
        <p class="quiet">Searching…</p>
      )}
    </section>
  );
}

/** How many there are of each family; one of them, or all. */
function Families({ place, found }: { place: Place; found: Found }) {
  const counts = new Map(found.facets[0]?.values.map(({ value, count }) => [value, count]));
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const choices: [Family | null, string, number][] = [
    [null, "All", all],
    ...Object.entries(FAMILIES).map(([family, { many }]): [Family, string, number] => [
      family as Family,
      many,
      counts.get(family as Family) ?? 0,
    ]),
  ];
  return (
    <nav class="families" aria-label="Families">
      {choices
        .filter(([family, , count]) => family === null || count > 0 || family === place.family)
        .map(([family, name, count]) => (
          <a
            key={name}
            href={address({ ...place, family })}
            aria-current={family === place.family ? "true" : undefined}
            onClick={follow({ ...place, family })}
          >
            {name} <span class="quiet">{grouped(count)}</span>
          </a>
        ))}
    </nav>
  );
}

/** What the server remarks: that it searched for something else, that a filter is blind. */
function Remarks({ found }: { found: Found }) {
  const { correctedQuery, warnings } = found.meta;
  return (
    <>
      {correctedQuery && <p class="quiet">Searched for “{correctedQuery}”.</p>}
      {warnings
        .filter((warning) => !correctedQuery || !warning.includes(correctedQuery))
        .map((warning) => (
          <p class="quiet" key={warning}>
            {warning}
          </p>
        ))}
    </>
  );
}

function NoMatch({ place, found }: { place: Place; found: Found }) {
  return (
    <div class="notice">
      <p>{found.meta.message ?? `Nothing was found for “${place.q.trim()}”.`}</p>
      {place.family && (
        <p>
          <a href={address({ ...place, family: null })} onClick={follow({ ...place, family: null })}>
            Search all families
          </a>
        </p>
      )}
    </div>
  );
}

/** The slash key goes to the box from anywhere. */
export function useSlash(): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.isContentEditable;
      if (event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault();
        const box = document.querySelector<HTMLInputElement>("#search");
        box?.focus();
        box?.select();
      }
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, []);
}
