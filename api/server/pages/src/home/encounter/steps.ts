// Steps of a fight that can be undone, as this browser keeps them.

import { read, write } from "../storage";
import { useKept } from "../use-kept";

const KEY = "lorekeeper-steps";
const MOST = 40;

/** The parameters of an encounter before a step, and after it. */
type Step = [before: string, after: string];

function stepsIn(text: string | null): Step[] {
  try {
    const steps = JSON.parse(text ?? "[]") as Step[];
    return Array.isArray(steps)
      ? steps.filter((step) => Array.isArray(step) && step.every((one) => typeof one === "string"))
      : [];
  } catch {
    return [];
  }
}

/** Keeps a step; steps that do not lead to it are forgotten. */
export function keepStep(before: string, after: string): void {
  const steps = stepsIn(read(KEY));
  const kept = steps.at(-1)?.[1] === before ? steps : [];
  write(KEY, JSON.stringify([...kept, [before, after]].slice(-MOST)));
}

/** Where the last step came from, if it led here. */
export function useLastStep(here: string): string | null {
  const last = stepsIn(useKept(KEY)).at(-1);
  return last?.[1] === here ? last[0] : null;
}

export function forgetStep(): void {
  write(KEY, JSON.stringify(stepsIn(read(KEY)).slice(0, -1)));
}
