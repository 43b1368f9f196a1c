// Shelves: texts of one kind, each with a name in it, and one of them at hand. This browser keeps them.

import { read, write } from "./storage";

/** A shelf holds one text at least. */
export interface Shelf {
  all: string[];
  /** Which text is at hand. */
  at: number;
}

/** Texts that a shelf holds. */
export const MAX_TEXTS = 50;
/** Longest name of a text. */
export const LONGEST_NAME = 60;

const EMPTY: Shelf = { all: [""], at: 0 };

/** The shelf that a kept text has; an empty one where the text is none. */
export function shelfIn(text: string | null): Shelf {
  try {
    const { all, at } = JSON.parse(text ?? "") as Partial<Shelf>;
    const texts = Array.isArray(all) ? all.filter((one) => typeof one === "string").slice(0, MAX_TEXTS) : [];
    return texts.length > 0
      ? { all: texts, at: Math.min(Math.max(Math.trunc(Number(at)) || 0, 0), texts.length - 1) }
      : EMPTY;
  } catch {
    return EMPTY;
  }
}

/** The text at hand. */
export function atHand({ all, at }: Shelf): string {
  return all[at] ?? "";
}

/** Changes a shelf as it is now: another tab may have changed it since it was shown. */
export function changeShelf(key: string, change: (shelf: Shelf) => Shelf): void {
  const { all, at } = change(shelfIn(read(key)));
  const isNothing = all.length === 1 && all[0] === "";
  write(key, isNothing ? "" : JSON.stringify({ all, at }));
}

/** A shelf with another text at hand in the place of the present one. */
export function withText({ all, at }: Shelf, text: string): Shelf {
  return { all: all.map((other, index) => (index === at ? text : other)), at };
}

/** A shelf with one more text, which is at hand; a full one stays as it is. */
export function withNew(shelf: Shelf, text: string): Shelf {
  return isShelfFull(shelf) ? shelf : { all: [...shelf.all, text], at: shelf.all.length };
}

/** A shelf without the text at hand. */
export function withoutHand({ all, at }: Shelf): Shelf {
  const rest = all.filter((_, index) => index !== at);
  return rest.length > 0 ? { all: rest, at: Math.max(0, at - 1) } : EMPTY;
}

export function isShelfFull({ all }: Shelf): boolean {
  return all.length >= MAX_TEXTS;
}

/** Words of others, as long as they may be, without signs that turn the direction of what stands behind them. */
export function wordsOf(given: string | null, longest: number): string {
  return (given ?? "").replace(/[\u202A-\u202E\u2066-\u2069]/g, "").slice(0, longest);
}

/** The name that a text has: that of its parameter `name`. */
export function nameIn(text: string): string {
  return wordsOf(new URLSearchParams(text).get("name"), LONGEST_NAME);
}

/** A text with another name. */
export function withName(text: string, name: string): string {
  const parameters = new URLSearchParams(text);
  parameters.delete("name");
  if (name) {
    parameters.append("name", name);
  }
  return `${parameters}` && `?${parameters}`;
}
