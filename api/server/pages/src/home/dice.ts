// Dice: what a text has to roll, and what a roll gives.

import { rolls as texts } from "../../texts/en.json";
import { filled } from "./texts";

/** How dice are rolled: of two twenty-sided ones the higher or the lower counts, of a critical hit each is rolled twice. */
export type Mode = "plain" | "advantage" | "disadvantage" | "critical";

/** Dice in a text. */
export interface Span {
  start: number;
  end: number;
  /** Without blanks: `2d8+4`, `1d20+7`, `4d4*10`. */
  dice: string;
}

export interface Roll {
  dice: string;
  mode: Mode;
  total: number;
  /** How the total came about: `3 + 5 + 4`. */
  parts: string;
  /** What a twenty-sided die shows, where that is the most or the least. */
  natural?: number;
}

const ROLLS = /(?<![\w.])(\d{0,3})d(\d{1,4})(?!\w)(?: ?([+−-]) ?(\d{1,3})(?![\dd]))?(?: ?[x×] ?(\d{1,4})(?!\d))?/g;
/** A bonus is rolled with a twenty-sided die where it is one to hit, or of a check. */
const BONUS = /(?<![\w+−-])([+−-])(\d{1,2})(?!\w)/g;
const BEFORE_BONUS = /\bAttack Roll:\s*$/;
const BEHIND_BONUS = /^ to hit\b/;

/** Most dice of one roll, and most sides of a die. */
const MAX_DICE = 200;
const MAX_SIDES = 1000;

/**
 * The dice of a text in their order. `before` is the text that stands before it in the same paragraph; among checks, such as
 * saving throws and skills, every bonus is rolled.
 */
export function diceIn(text: string, before = "", isOfChecks = false): Span[] {
  const spans: Span[] = [];
  for (const match of text.matchAll(ROLLS)) {
    const [whole, count = "", sides = "", sign, bonus, factor] = match;
    const number = Number(count || 1);
    if (number >= 1 && number <= MAX_DICE && Number(sides) >= 2 && Number(sides) <= MAX_SIDES) {
      const added = bonus ? `${sign === "+" ? "+" : "-"}${bonus}` : "";
      const dice = `${number}d${sides}${added}${factor ? `*${factor}` : ""}`;
      spans.push({ start: match.index, end: match.index + whole.length, dice });
    }
  }
  for (const match of text.matchAll(BONUS)) {
    const [whole, sign, bonus] = match;
    const end = match.index + whole.length;
    const isRolled =
      isOfChecks || BEHIND_BONUS.test(text.slice(end)) || BEFORE_BONUS.test(before + text.slice(0, match.index));
    if (isRolled && !spans.some((span) => match.index < span.end && end > span.start)) {
      spans.push({ start: match.index, end, dice: `1d20${sign === "+" ? "+" : "-"}${bonus}` });
    }
  }
  return spans.sort((one, other) => one.start - other.start);
}

/** What a bonus among checks is of: the words before it, since the last comma. */
export function checkOf(before: string): string {
  return /([\p{L}’' ]*)[ (:]*$/u.exec(before)?.[1]?.trim() ?? "";
}

/** Dice and numbers that are added or subtracted: the sign, and either the number of dice and their sides or a number. */
const TERM = /([+-]?)(?:(\d{0,3})d(\d{1,4})|(\d{1,4}))(?=[+-]|$)/g;

interface Term {
  isMinus: boolean;
  count: number;
  /** Null of a plain number, which is `count`. */
  sides: number | null;
}

/** What a notation adds up; null where it is none. */
function termsIn(sum: string): Term[] | null {
  const matches = [...sum.matchAll(TERM)];
  const terms = matches.map(([, sign, count, sides, number]) => ({
    isMinus: sign === "-",
    count: Number(number ?? (count || 1)),
    sides: sides === undefined ? null : Number(sides),
  }));
  const dice = terms.filter(({ sides }) => sides !== null);
  const isSound =
    matches.map(([whole]) => whole).join("") === sum &&
    dice.length > 0 &&
    dice.every(({ count, sides }) => count > 0 && (sides ?? 0) > 1 && (sides ?? 0) <= MAX_SIDES) &&
    dice.reduce((all, { count }) => all + count, 0) <= MAX_DICE;
  return isSound ? terms : null;
}

/** Dice as they are typed, in the notation of `rolled`: `2 D6 − 1` as `2d6-1`. */
export function notationOf(typed: string): string {
  return typed
    .toLowerCase()
    .replaceAll(/\s/g, "")
    .replaceAll("−", "-")
    .replace(/[x×]/, "*")
    .replaceAll(/(?<!\d)d/g, "1d");
}

/** Whether a roll is that of one twenty-sided die, which alone knows advantage. */
export function isTwenty(dice: string): boolean {
  return /^1d20(?!\d)(?!.*d)/.test(dice);
}

/** Rolls dice; null where the notation is none. `below` gives a number from 0 to below another. */
export function rolled(dice: string, mode: Mode, below = randomBelow): Roll | null {
  const [, sum = "", factor = "1"] = /^([^*]*)(?:\*(\d{1,4}))?$/.exec(dice) ?? [];
  const terms = termsIn(sum);
  if (!terms) {
    return null;
  }
  const isOfMode = (mode === "critical") !== isTwenty(dice);
  const kept = isOfMode ? mode : "plain";
  let parts = "";
  let total = 0;
  let first = 0;
  for (const { isMinus, count, sides } of terms) {
    const die = () => below(sides ?? 1) + 1;
    const thrown = sides === null ? [count] : Array.from({ length: count * (kept === "critical" ? 2 : 1) }, die);
    let shown = thrown.map(String);
    if (kept === "advantage" || kept === "disadvantage") {
      if (sides !== null) {
        const two = [...thrown, die()];
        thrown[0] = kept === "advantage" ? Math.max(...two) : Math.min(...two);
        shown = [filled(texts.of, { kept: thrown[0], two: two.join(texts.and) })];
      }
    }
    first ||= thrown[0] ?? 0;
    total += thrown.reduce((before, next) => before + next, 0) * (isMinus ? -1 : 1);
    parts = [...(parts ? [parts] : isMinus ? [""] : []), ...shown].join(isMinus ? " − " : " + ").trim();
  }
  if (factor !== "1") {
    parts = `(${parts}) × ${factor}`;
  }
  const natural = isTwenty(dice) && (first === 20 || first === 1) ? { natural: first } : {};
  return { dice, mode: kept, total: total * Number(factor), parts, ...natural };
}

/** A random whole number below another, each as likely. */
function randomBelow(limit: number): number {
  const bound = Math.floor(2 ** 32 / limit) * limit;
  const [drawn = 0] = crypto.getRandomValues(new Uint32Array(1));
  return drawn < bound ? drawn % limit : randomBelow(limit);
}
