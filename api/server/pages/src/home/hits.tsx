// What was found: a list of links that the arrow keys walk through.

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { SEARCH, type Found } from "./answers";
import { FAMILIES, address, go, type Place } from "./place";
import { Trouble, ask } from "./server";
import { TroubleShown } from "./trouble";
import { bookOf, kindOf } from "./words";

/** Signs around what matched in a snippet: no text has them. */
export const MARKS = { before: "\uE000", behind: "\uE001" };

interface Props {
  place: Place;
  first: Found;
  variables: object;
  waiting: boolean;
}

/** What was opened last from a search: there the focus returns. */
const opened = new Map<string, string>();

export function Hits({ place, first, variables, waiting }: Props) {
  const [more, setMore] = useState<Found[]>([]);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [isAdding, setAdding] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  const pages = [first, ...more];
  const last = pages.at(-1)?.pageInfo;
  const search = address(place);

  useLayoutEffect(() => {
    const id = opened.get(search);
    const link = [...(list.current?.querySelectorAll("a") ?? [])].find(({ dataset }) => dataset.id === id);
    if (id && link) {
      link.focus({ preventScroll: true });
      link.scrollIntoView({ block: "center" });
      opened.delete(search);
    }
  }, []);

  const open = (id: string) => (event: MouseEvent) => {
    if (event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      opened.set(search, id);
      go({ ...place, id }, "new");
    }
  };
  const keys = (event: KeyboardEvent) => {
    const links = [...(list.current?.querySelectorAll("a") ?? [])];
    const at = links.indexOf(event.target as HTMLAnchorElement);
    const box = document.querySelector<HTMLInputElement>("#search");
    const moves: Record<string, () => unknown> = {
      ArrowDown: () => focusHit(Math.min(at + 1, links.length - 1)),
      ArrowUp: () => (at > 0 ? focusHit(at - 1) : box?.focus()),
      Home: () => focusHit(0),
      End: () => focusHit(links.length - 1),
      Escape: () => box?.focus(),
    };
    const move = moves[event.key];
    if (at >= 0 && move) {
      event.preventDefault();
      event.stopPropagation();
      move();
    }
  };
  const addMore = async () => {
    setAdding(true);
    try {
      const found = await ask(SEARCH, { ...variables, after: last?.endCursor }, new AbortController().signal);
      setMore([...more, found.search]);
      setTrouble(null);
    } catch (cause) {
      setTrouble(cause instanceof Trouble ? cause : new Trouble("refused", String(cause)));
    }
    setAdding(false);
  };

  return (
    <>
      <ol class={waiting ? "hits waiting" : "hits"} ref={list} onKeyDown={keys}>
        {pages
          .flatMap(({ edges }) => edges)
          .map(({ snippet, node }) => (
            <li key={node.id}>
              <a href={address({ ...place, id: node.id })} data-id={node.id} onClick={open(node.id)}>
                <span class="name">{node.name}</span>
                <span class="family">{FAMILIES[node.family].one}</span>
                <span class="kind">{kindOf(node)}</span>
                <span class="book">{bookOf(node.document)}</span>
                {snippet && <span class="snippet">{marked(snippet)}</span>}
              </a>
            </li>
          ))}
      </ol>
      {trouble && <TroubleShown trouble={trouble} again={addMore} />}
      {last?.hasNextPage && !trouble && (
        <button type="button" class="more" disabled={isAdding} onClick={addMore}>
          More
        </button>
      )}
    </>
  );
}

/** Puts the focus on one of what was found; whether it is there. */
export function focusHit(index: number): boolean {
  const hits = document.querySelectorAll<HTMLElement>(".hits a");
  hits[index]?.focus();
  return hits[index] !== undefined;
}

/** A snippet with what matched marked. */
function marked(snippet: string) {
  return snippet.split(MARKS.before).map((piece, index) => {
    const [match, rest] = index > 0 ? piece.split(MARKS.behind) : [null, piece];
    return (
      <>
        {match && <mark>{match}</mark>}
        {rest}
      </>
    );
  });
}
