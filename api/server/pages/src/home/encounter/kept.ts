// The encounter that this browser keeps: it is there again when its page is opened without one.

import { read, write } from "../storage";
import { useKept } from "../use-kept";
import { planOf, planQuery, type Plan } from "./plan";

const KEY = "lorekeeper-encounter";

export function keptPlan(): Plan {
  return planOf(read(KEY) ?? "");
}

export function keepPlan(plan: Plan): void {
  write(KEY, planQuery(plan));
}

/** The kept plan, always. */
export function useKeptPlan(): Plan {
  return planOf(useKept(KEY) ?? "");
}
