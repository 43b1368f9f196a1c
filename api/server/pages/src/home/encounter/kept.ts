// The encounters that this browser keeps: the one at hand is there when the page is opened without one.

import { atHand, changeShelf, isShelfFull, nameIn, withNew, withText, type Shelf } from "../shelf";
import { useShelf } from "../use-kept";
import { planOf, planQuery, total, type Plan } from "./plan";

export const ENCOUNTERS_KEY = "lorekeeper-encounters";

/** Changes the encounter at hand as it is now. */
export function changePlan(change: (plan: Plan) => Plan): void {
  changeShelf(ENCOUNTERS_KEY, (shelf) => withText(shelf, planQuery(change(planOf(atHand(shelf))))));
}

export function keepPlan(plan: Plan): void {
  changePlan(() => plan);
}

/** Keeps an encounter beside the others; in the place of an empty one without a name. */
export function addPlan(plan: Plan): void {
  changeShelf(ENCOUNTERS_KEY, (shelf) => withPlan(shelf, plan));
}

function withPlan(shelf: Shelf, plan: Plan): Shelf {
  return isFree(shelf) ? withText(shelf, planQuery(plan)) : withNew(shelf, planQuery(plan));
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
