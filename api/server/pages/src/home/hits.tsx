// Hits: a list of links that the arrow keys walk through. Versions of one thing are one hit with a switch.

import { createContext, type ComponentChildren } from "preact";
import { useContext, useEffect, useRef, useState } from "preact/hooks";
import { listing as texts } from "../../texts/en.json";
import { address, type Place } from "./address";
import { LISTS, type Found, type Hit } from "./answers";
import { Collect } from "./collection";
import { FAMILIES } from "./families";
import { isFramed } from "./place";
import { Trouble, ask } from "./server";
import { TroubleShown } from "./trouble";
import { Table } from "./table";
import { Variants } from "./variants";
import { VersionSwitch } from "./version-switch";
import { grouped } from "./versions";
import { filled } from "./texts";
import { bookOf, grouped as number, kindOf } from "./words";

/** Signs around what matched in a snippet: no text has them. */
export const MARKS = { before: "\uE000", behind: "\uE001" };

/** Whether the list awaits a new answer. What is shown is kept meanwhile, and only what reads this is rendered anew. */
export const Waiting = createContext(false);

/** Entries that a list is printed with. */
const MOST_PRINTED = 300;

interface Props {
  place: Place;
  first: Found;
  variables: object;
  isTable: boolean;
}

export function Hits({ place, first, variables, isTable }: Props) {
  const [more, setMore] = useState<Found[]>([]);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [isAdding, setAdding] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const pages = [first, ...more];
  const last = pages.at(-1)?.pageInfo;
  const things = grouped(
    pages.flatMap(({ edges }) =>
      edges.map(({ snippet, variantCount = 0, variants = [], node }) => ({ snippet, variantCount, variants, ...node })),
    ),
  );
  useReturn(list, place.id);

  const keys = (event: KeyboardEvent) => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>("a.hit") ?? [])];
    const at = links.indexOf(event.target as HTMLElement);
    const box = document.querySelector<HTMLInputElement>("#search");
    const moves: Record<string, () => unknown> = {
      ArrowDown: () => focusHit(Math.min(at + 1, links.length - 1)),
      ArrowUp: () => (at > 0 ? focusHit(at - 1) : box?.focus()),
      Home: () => focusHit(0),
      End: () => focusHit(links.length - 1),
      ...(!place.id && { Escape: () => box?.focus() }),
    };
    const move = moves[event.key];
    if (at >= 0 && move) {
      event.preventDefault();
      event.stopPropagation();
      move();
    }
  };
  /** Adds pages until there are so many entries, or all; at least one. */
  const addMore = async (upTo = 0) => {
    setAdding(true);
    const added = [...more];
    try {
      let next = last;
      do {
        const asked = { ...variables, facets: [], isSearch: false, after: next?.endCursor };
        const { found } = await ask(LISTS[place.family ?? "ALL"], asked, new AbortController().signal);
        added.push(found);
        next = found.pageInfo;
      } while (next.hasNextPage && sizeOf([first, ...added]) < upTo);
      setTrouble(null);
    } catch (cause) {
      setTrouble(cause instanceof Trouble ? cause : new Trouble("refused", String(cause)));
    }
    setMore(added);
    setAdding(false);
  };
  const printAll = async () => {
    if (last?.hasNextPage && sizeOf(pages) < MOST_PRINTED) {
      await addMore(MOST_PRINTED);
      // Once they are shown.
      await new Promise((shown) => setTimeout(shown, 100));
    }
    print();
  };
  const left = first.totalCount - sizeOf(pages);

  return (
    <>
      <div ref={list} onKeyDown={keys}>
        {isTable && place.family ? (
          <Table
            place={place}
            family={place.family}
            things={things}
            versionOf={(thing) => versionOf(thing, place.id)}
          />
        ) : (
          <ol>
            {things.map((node) => (
              <li key={node.id} class={versionOf(node, place.id) ? "shown" : undefined}>
                <a
                  class="hit"
                  href={address({ ...place, id: node.id })}
                  data-id={node.id}
                  aria-current={node.id === place.id ? "true" : undefined}
                >
                  <span class="name" dir="auto">
                    {node.name}
                  </span>
                  {!place.family && <span class="family">{FAMILIES[node.family].one}</span>}
                  <span class="kind">{kindOf(versionOf(node, place.id) ?? node)}</span>
                  {node.versions.length === 0 && <span class="book">{bookOf(node.document)}</span>}
                  {node.snippet && (
                    <span class="snippet" dir="auto">
                      {marked(node.snippet)}
                    </span>
                  )}
                </a>
                {!isFramed() && <Collect id={node.id} name={node.name} />}
                <VersionSwitch name={node.name} versions={[node, ...node.versions]} now={place.id} place={place} />
                <Variants of={node} now={place.id} place={place} />
              </li>
            ))}
          </ol>
        )}
      </div>
      {trouble && <TroubleShown trouble={trouble} again={addMore} />}
      <p class="actions">
        {last?.hasNextPage && !trouble && (
          <Continue class="more" isAdding={isAdding} onClick={() => addMore()}>
            {texts.more}
          </Continue>
        )}
        {!isFramed() && (
          <Continue isAdding={isAdding} onClick={printAll}>
            {filled(texts.print, { count: number(Math.min(first.totalCount, Math.max(MOST_PRINTED, sizeOf(pages)))) })}
          </Continue>
        )}
      </p>
      {left > 0 && last?.hasNextPage && <p class="on-paper">{filled(texts.leftOut, { count: number(left) })}</p>}
    </>
  );
}

interface ContinueProps {
  class?: string;
  isAdding: boolean;
  onClick: () => void;
  children: ComponentChildren;
}

/** A button that brings more of the list. An old list is not continued while a new one is awaited. */
function Continue({ isAdding, children, ...rest }: ContinueProps) {
  const isWaiting = useContext(Waiting);
  return (
    <button type="button" disabled={isAdding || isWaiting} {...rest}>
      {children}
    </button>
  );
}

/** How many entries pages have. */
function sizeOf(pages: Found[]): number {
  return pages.reduce((sum, { edges }) => sum + edges.length, 0);
}

/** The version of a hit that is open. */
function versionOf(node: Hit & { versions: Hit[] }, id: string | null): Hit | undefined {
  return [node, ...node.versions].find((version) => version.id === id);
}

/** When what was open is left, the focus returns to its hit. */
function useReturn(list: { current: HTMLDivElement | null }, id: string | null): void {
  const before = useRef(id);
  useEffect(() => {
    const left = before.current;
    before.current = id;
    if (left === null || id !== null) {
      return;
    }
    const links = [...(list.current?.querySelectorAll<HTMLElement>("a[data-id]") ?? [])];
    const link = links.find(({ dataset }) => dataset.id === left);
    link?.focus({ preventScroll: true });
    const { top = 0, bottom = 0 } = link?.getBoundingClientRect() ?? {};
    if (top < 0 || bottom > innerHeight) {
      link?.scrollIntoView({ block: "center" });
    }
  }, [id]);
}

/** Puts the focus on one of what was found; whether it is there. */
export function focusHit(index: number): boolean {
  const hits = document.querySelectorAll<HTMLElement>(".hits a.hit");
  hits[index]?.focus();
  return hits[index] !== undefined;
}

/** A snippet with what matched marked. */
export function marked(snippet: string) {
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
