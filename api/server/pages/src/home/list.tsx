// A list of cards: the reader's own, or one that was shared by its address. It prints as cards.

import { useEffect, useRef, useState } from "preact/hooks";
import { common, list as texts } from "../../texts/en.json";
import { START, address } from "./address";
import { useAnswer } from "./answer";
import { CARDS } from "./answers";
import { Card } from "./card";
import { Collect, LISTS_KEY, addLists, changeList, useList, useRoom } from "./collection";
import { CopyLink } from "./copy-link";
import { Download } from "./download";
import {
  LONGEST_NOTE,
  MAX_LISTED,
  listAddress,
  listsIn,
  withAgain,
  withMoved,
  withNote,
  type Entry,
  type List,
} from "./lists";
import { BooksOfLink } from "./my-books";
import { follow, go } from "./place";
import { MAX_TEXTS } from "./shelf";
import { ShelfBar } from "./shelf-bar";
import { Sources } from "./sources";
import { filled, pieces } from "./texts";
import { TroubleShown } from "./trouble";
import { bookOf, grouped } from "./words";

export function ListPage({ search }: { search: string }) {
  const own = useList();
  const given = listsIn(search);
  const isShared = isAny(given);
  const list = (isShared && given[0]) || own;
  const { name, entries } = list;
  const ids = entries.map(({ id }) => id);
  const { data, trouble, again } = useAnswer(CARDS, ids.length > 0 ? { ids, links: true } : null);
  const title = name || (isShared ? texts.shared : common.yourList);
  useEffect(() => {
    document.title = `${title} · ${common.brand}`;
  }, [title]);
  const cards = new Map((data?.nodes ?? []).flatMap((card) => (card ? [[card.id, card] as const] : [])));
  const found = entries.flatMap(({ id }) => cards.get(id) ?? []);
  const number = given.reduce((sum, { entries }) => sum + entries.length, 0);
  const room = useRoom();
  const [taken, setTaken] = useState<Taken | null>(null);
  const keep = () => {
    addLists(given);
    go("/list", "new");
  };
  return (
    <main class="list">
      <h1 dir="auto">{title}</h1>
      <BooksOfLink search={search} />
      {!isShared && (
        <ShelfBar shelfKey={LISTS_KEY} what="list" unnamed={common.yourList} moved={() => go("/list", "same")} />
      )}
      {taken && !entries.some(({ id }) => id === taken.entry.id) && (
        <PutBack key={taken.entry.id} taken={taken} end={() => setTaken(null)} />
      )}
      {ids.length === 0 ? (
        <div class="notice">
          <p>{texts.nothing}</p>
          <p>
            <a href={address(START)} onClick={follow(address(START))}>
              {texts.find}
            </a>
          </p>
        </div>
      ) : (
        <>
          <p class="actions">
            <button type="button" onClick={() => print()}>
              {common.print}
            </button>
            <CopyLink address={listAddress(list)} />
            <Download list={list} cards={found} />
            {isShared ? (
              <button type="button" disabled={given.length > room} onClick={keep}>
                {given.length > 1 ? filled(texts.keepAll, { count: given.length }) : texts.keep}
              </button>
            ) : (
              <Clear />
            )}
          </p>
          {given.length > 1 && (
            <p class="notice" role="status">
              {filled(texts.tooLong, { count: grouped(number), most: MAX_LISTED })}
            </p>
          )}
          {isShared && given.length > room && (
            <p class="notice" role="status">
              {filled(texts.noRoom, { most: MAX_TEXTS, room })}
            </p>
          )}
          {trouble && <TroubleShown trouble={trouble} again={again} />}
          <ol class="cards">
            {entries.map((entry, index) => {
              const card = cards.get(entry.id);
              const isGone = data !== null && !card && ids.length === data.nodes.length;
              return card || isGone ? (
                <li key={entry.id} class={card && `entity ${card.family.toLowerCase()}`}>
                  <p class="badges">
                    {card ? (
                      <a href={address({ ...START, id: card.id })} onClick={follow(address({ ...START, id: card.id }))}>
                        {bookOf(card.document)}
                      </a>
                    ) : (
                      <span>{filled(texts.gone, { id: entry.id })}</span>
                    )}
                    {!isShared && <Moves name={card?.name ?? entry.id} id={entry.id} index={index} of={ids.length} />}
                    <Collect
                      id={entry.id}
                      name={card?.name ?? entry.id}
                      taken={() => setTaken(isShared ? null : { entry, at: index, name: card?.name ?? entry.id })}
                    />
                  </p>
                  <Note entry={entry} name={card?.name ?? entry.id} isShared={isShared} />
                  {card && <Card markdown={card.markdown} />}
                </li>
              ) : null;
            })}
          </ol>
          <Sources cards={found} />
        </>
      )}
    </main>
  );
}

/** An entry that was taken off the list. */
interface Taken {
  entry: Entry;
  at: number;
  name: string;
}

/** Puts an entry back that was taken off, with its note. The keyboard is there, for the star is gone. */
function PutBack({ taken: { entry, at, name }, end }: { taken: Taken; end: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  return (
    <p class="notice put-back" role="status">
      {pieces(texts.taken, { name: <bdi>{name}</bdi> })}{" "}
      <button
        type="button"
        ref={button}
        onClick={() => {
          changeList((list) => withAgain(list, entry, at));
          end();
        }}
      >
        {texts.putBack}
      </button>
    </p>
  );
}

/** Whether an address has entries. */
function isAny(lists: List[]): boolean {
  return lists.some(({ entries }) => entries.length > 0);
}

function Moves({ name, id, index, of }: { name: string; id: string; index: number; of: number }) {
  return (
    <span class="moves">
      <button
        type="button"
        aria-label={filled(texts.up, { name })}
        disabled={index === 0}
        onClick={() => changeList((list) => withMoved(list, id, -1))}
      >
        ↑
      </button>
      <button
        type="button"
        aria-label={filled(texts.down, { name })}
        disabled={index === of - 1}
        onClick={() => changeList((list) => withMoved(list, id, 1))}
      >
        ↓
      </button>
    </span>
  );
}

function Note({ entry: { id, note }, name, isShared }: { entry: Entry; name: string; isShared: boolean }) {
  // What is typed stays when the list is shown anew before it is kept.
  const [typed, setTyped] = useState(note);
  useEffect(() => setTyped(note), [note]);
  if (isShared) {
    return note ? (
      <p class="noted" dir="auto">
        {note}
      </p>
    ) : null;
  }
  return (
    <input
      class={note ? "note" : "note empty"}
      dir="auto"
      aria-label={filled(texts.noteOn, { name })}
      placeholder={texts.note}
      maxLength={LONGEST_NOTE}
      value={typed}
      onInput={(event) => setTyped(event.currentTarget.value)}
      onChange={(event) => {
        const words = event.currentTarget.value.trim();
        changeList((list) => withNote(list, id, words));
      }}
    />
  );
}

/** Empties the list, at the second press. */
function Clear() {
  const [isSure, setSure] = useState(false);
  return (
    <button
      type="button"
      onBlur={() => setSure(false)}
      onClick={() => (isSure ? changeList((list) => ({ ...list, entries: [] })) : setSure(true))}
    >
      {isSure ? texts.sure : texts.empty}
    </button>
  );
}
