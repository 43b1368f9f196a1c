// Lists of entries, in an order and with notes: as texts that a browser keeps, and as addresses that can be shared.

import { collection as texts } from "../../texts/en.json";
import { query } from "./address";
import { LONGEST_NAME, nameIn, wordsOf } from "./shelf";
import { filled } from "./texts";

export interface Entry {
  id: string;
  note: string;
}

export interface List {
  /** Empty where it has no name. */
  name: string;
  entries: Entry[];
}

/** The server gives no more at once. */
export const MAX_LISTED = 100;
export const LONGEST_NOTE = 300;

/** Ids that a text has, each once. */
function idsIn(text: string): string[] {
  const ids = new URLSearchParams(text).get("ids")?.split(",") ?? [];
  return [...new Set(ids.filter((id) => id.trim() !== ""))];
}

/** The list that an address has, or several where it has too many entries for one. */
export function listsIn(text: string): List[] {
  const given = new URLSearchParams(text);
  const name = nameIn(text);
  // The number of the entry, and its note.
  const notes = new Map(
    given.getAll("note").flatMap((note) => {
      const [, number, words = ""] = /^(\d{1,5})\*(.*)$/s.exec(note) ?? [];
      return number ? [[Number(number), wordsOf(words, LONGEST_NOTE)] as const] : [];
    }),
  );
  const entries = idsIn(text).map((id, index) => ({ id, note: notes.get(index + 1) ?? "" }));
  const parts = Array.from({ length: Math.max(1, Math.ceil(entries.length / MAX_LISTED)) }, (_, index) =>
    entries.slice(index * MAX_LISTED, (index + 1) * MAX_LISTED),
  );
  return parts.map((entries, index) => ({
    name: index > 0 ? another(name, index + 1).slice(-LONGEST_NAME) : name,
    entries,
  }));
}

function another(name: string, number: number): string {
  return filled(name ? texts.another : texts.shared, { name, number });
}

/** The list that an address has: of too many entries, the first. */
export function listIn(text: string): List {
  return listsIn(text)[0] ?? { name: "", entries: [] };
}

/** A list as parameters. */
export function listQuery({ name, entries }: List): string {
  const notes = entries.flatMap(({ note }, index): [string, string][] =>
    note ? [["note", `${index + 1}*${note}`]] : [],
  );
  const parameters: [string, string][] = [["ids", entries.map(({ id }) => id).join(",")], ...notes, ["name", name]];
  return query(parameters.filter(([, value]) => value !== ""));
}

export function listAddress(list: List): string {
  return `/list${listQuery(list)}`;
}

/** Whether a list takes no more. */
export function isFull({ entries }: List): boolean {
  return entries.length >= MAX_LISTED;
}

export function isListed({ entries }: List, id: string): boolean {
  return entries.some((entry) => entry.id === id);
}

/** A list with an entry at its end, or without it. A full one stays as it is. */
export function withToggled(list: List, id: string): List {
  const entries = isListed(list, id)
    ? list.entries.filter((entry) => entry.id !== id)
    : isFull(list)
      ? list.entries
      : [...list.entries, { id, note: "" }];
  return { ...list, entries };
}

/** A list with an entry one place further to its end, or to its beginning where `by` is negative. */
export function withMoved(list: List, id: string, by: 1 | -1): List {
  const from = list.entries.findIndex((entry) => entry.id === id);
  const moved = list.entries[from];
  const other = list.entries[from + by];
  if (!moved || !other) {
    return list;
  }
  return {
    ...list,
    entries: list.entries.map((entry) => (entry === moved ? other : entry === other ? moved : entry)),
  };
}

/** A list with an entry at a place again, where it is not on it. */
export function withAgain(list: List, entry: Entry, at: number): List {
  return isFull(list) || isListed(list, entry.id) ? list : { ...list, entries: list.entries.toSpliced(at, 0, entry) };
}

export function withNote(list: List, id: string, note: string): List {
  return { ...list, entries: list.entries.map((entry) => (entry.id === id ? { id, note } : entry)) };
}
