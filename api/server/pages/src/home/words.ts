// How numbers, times and codes are said.

import { common, words as texts } from "../../texts/en.json";
import type { Hit } from "./answers";
import { ends } from "./address";
import { FAMILIES, canLeaveOut, isLeftOut, isTruth, opposite, type Facet } from "./families";
import { cardinalOf, filled, ordinalOf, type Forms } from "./texts";

/** What is said of a book. */
export interface Book {
  name: string;
  displayName: string | null;
  gameSystem: string | null;
}

const numbers = new Intl.NumberFormat("en");

export function grouped(number: number): string {
  return numbers.format(number);
}

/** `1 match`, `2 matches`. */
export function counted(number: number, forms: Forms, values: Record<string, string> = {}): string {
  return filled(cardinalOf(number, forms), { ...values, count: grouped(number) });
}

/** Most entries that a search ranks by each of its ways. */
const MOST_RANKED = 500;

/** How many a search found: counts that its bounds cut are not given as counts. */
export function foundBy({ totalCount, matchCount }: { totalCount: number; matchCount: number | null }): string {
  const matching = matchCount ?? totalCount;
  if (matching >= MOST_RANKED) {
    return filled(texts.orMore, { count: grouped(MOST_RANKED) });
  }
  const similar = totalCount - matching;
  if (matching === 0) {
    return similar > 0 ? texts.onlySimilar : texts.noMatch;
  }
  const matches = counted(matching, texts.matches);
  if (similar === 0) {
    return matches;
  }
  const isCut = totalCount >= MOST_RANKED;
  return isCut ? filled(texts.andSimilar, { matches }) : counted(similar, texts.similar, { matches });
}

/** What a filter cannot find: books that never say what it compares. */
export function unsaid(label: string, what: string, books: string[]): string {
  const [first = "", second, ...others] = books;
  const names = !second
    ? first
    : others.length === 0
      ? filled(texts.and, { first, second })
      : counted(others.length, texts.andMore, { names: [first, second].join(", ") });
  return counted(books.length, texts.unsaid, { names, label, what });
}

/** `very-rare` as `very rare`. */
export function plain(code: string): string {
  return code.replaceAll(/[-_]/g, " ").toLowerCase();
}

export function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function titled(slug: string): string {
  return slug.split("-").map(capitalized).join(" ");
}

function ordinal(number: number): string {
  return filled(ordinalOf(number, texts.ordinal), { number });
}

/** What something is, in a line: `3rd-level evocation`, `Huge dragon, CR 17`. */
export function kindOf(hit: Hit): string {
  switch (hit.family) {
    case "SPELL": {
      const school = hit.school ?? texts.spell;
      const form = hit.level === 0 ? texts.cantrip : texts.levelled;
      const what = filled(form, { school, level: ordinal(hit.level ?? 0) });
      const marks = [hit.ritual && texts.ritual, hit.concentration && texts.concentration].filter(Boolean).join(", ");
      return capitalized(what) + (marks && ` (${marks})`);
    }
    case "CREATURE": {
      const what = capitalized([hit.size, hit.creatureType].filter(Boolean).join(" ") || texts.creature);
      return hit.challengeRatingText ? filled(texts.rated, { what, rating: hit.challengeRatingText }) : what;
    }
    case "EQUIPMENT": {
      const kind = hit.equipmentKind === "GEAR" || hit.equipmentKind === "MAGIC_ITEM" ? hit.category : null;
      return capitalized(
        [plain(kind ?? hit.equipmentKind ?? texts.gear), hit.rarity && plain(hit.rarity)].filter(Boolean).join(", "),
      );
    }
    case "CHARACTER_OPTION": {
      const what = capitalized(plain(hit.optionKind ?? ""));
      return hit.parentSlug ? filled(texts.of, { what, owner: titled(hit.parentSlug) }) : what;
    }
    case "RULE": {
      const what = capitalized(plain(hit.ruleKind ?? FAMILIES.RULE.one));
      return hit.sectionName ? `${what} (${hit.sectionName})` : what;
    }
  }
}

const EDITIONS: Record<string, string> = { "5e-2014": "2014", "5e-2024": "2024", a5e: "A5E" };

/** A game system in a word. */
export function editionName(gameSystem: string): string {
  return EDITIONS[gameSystem] ?? gameSystem;
}

/** The edition of a book, in a word. */
export function editionOf(book: Book | null): string | null {
  return EDITIONS[book?.gameSystem ?? ""] ?? null;
}

/** The book of something, with its edition where that says more. */
export function bookOf(book: Book | null): string {
  const name = book?.displayName ?? book?.name ?? "";
  const edition = editionOf(book);
  return edition && !name.includes(edition) ? `${name} · ${edition}` : name;
}

/** A value of a facet as people say it. `label` is what the server calls it, where the value is a key. */
export function valueOf(facet: Facet, value: string, label: string | null): string {
  const { name, compare } = facet;
  if (canLeaveOut(facet) && isLeftOut(value)) {
    return filled(texts.not, { value: valueOf(facet, opposite(value), label) });
  }
  if (compare === "range") {
    const [from, to] = ends(value) ?? ["", ""];
    if (from === to) {
      return from;
    }
    return filled(from && to ? texts.fromTo : from ? texts.from : texts.upTo, { from, to });
  }
  if (isTruth(compare)) {
    return value === "true" ? common.yes : common.no;
  }
  if (name === "level" && value === "0") {
    return common.cantrip;
  }
  return EDITIONS[value] ?? label ?? capitalized(plain(value).replace(/(\d)([a-z])/, "$1 $2"));
}

/** `3 minutes ago`. */
export function ago(time: string): string {
  const seconds = (Date.parse(time) - Date.now()) / 1000;
  const units: [Intl.RelativeTimeFormatUnit, number][] = [
    ["day", 86400],
    ["hour", 3600],
    ["minute", 60],
  ];
  const [unit, length] = units.find(([, length]) => -seconds >= length) ?? ["second", 1];
  return new Intl.RelativeTimeFormat("en", { numeric: "auto" }).format(Math.round(seconds / length), unit);
}
