// The encounters that this browser keeps: the one at hand is there when the page is opened without one.

import { atHand, changeShelf, isShelfFull, nameIn, shelfIn, withNew, withText, type Shelf } from "../shelf";
import { read } from "../storage";
import { useShelf } from "../use-kept";
import { planOf, planQuery, total, type Plan } from "./plan";

export const ENCOUNTERS_KEY = "lorekeeper-encounters";

/** By its key a tab knows an encounter again, whatever became of it in another one. */
const KEY = "key";

function keyIn(text: string): string | null {
  return new URLSearchParams(text).get(KEY);
}

function textOf(plan: Plan, key = Math.random().toString(36).slice(2, 10)): string {
  return `${planQuery(plan)}&${KEY}=${key}`;
}

/** A shelf with the encounter of a key at hand; as it is where it has none. */
export function withHand(shelf: Shelf, key: string | null): Shelf {
  const at = key === null ? -1 : shelf.all.findIndex((text) => keyIn(text) === key);
  return at < 0 ? shelf : { ...shelf, at };
}

/** Changes the encounter of a key, or else the one at hand, as it is now. Its key. */
export function changePlan(change: (plan: Plan) => Plan, key: string | null = null): string | null {
  changeShelf(ENCOUNTERS_KEY, (now) => {
    const shelf = withHand(now, key);
    const before = atHand(shelf);
    return withText(shelf, textOf(change(planOf(before)), keyIn(before) ?? undefined));
  });
  return keyIn(atHand(shelfIn(read(ENCOUNTERS_KEY))));
}

/** Keeps an encounter beside the others; in the place of an empty one without a name. */
export function addPlan(plan: Plan): void {
  changeShelf(ENCOUNTERS_KEY, (shelf) => withPlan(shelf, plan));
}

function withPlan(shelf: Shelf, plan: Plan): Shelf {
  return isFree(shelf) ? withText(shelf, textOf(plan)) : withNew(shelf, textOf(plan));
}

/** Whether the encounter at hand is an empty one without a name. */
function isFree(shelf: Shelf): boolean {
  return !nameIn(atHand(shelf)) && total(planOf(atHand(shelf)).members) === 0;
}

/** Whether there is room for another encounter. */
export function useHasRoom(): boolean {
  const shelf = useShelf(ENCOUNTERS_KEY);
  return isFree(shelf) || !isShelfFull(shelf);
}

/** The encounter at hand, always. */
export function useKeptPlan(): Plan {
  return planOf(atHand(useShelf(ENCOUNTERS_KEY)));
}

/** The encounter of a key, or else the one at hand, always; and its key. */
export function useKept(key: string | null): { kept: Plan; keptKey: string | null } {
  const text = atHand(withHand(useShelf(ENCOUNTERS_KEY), key));
  return { kept: planOf(text), keptKey: keyIn(text) };
}
