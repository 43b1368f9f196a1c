// The button that puts a creature into the kept encounter.

import { entity as texts } from "../../../texts/en.json";
import { filled } from "../texts";
import { changePlan, useKeptPlan } from "./kept";
import { withCount } from "./plan";

export function AddToEncounter({ id }: { id: string }) {
  const plan = useKeptPlan();
  const count = plan.members.find((member) => member.id === id)?.count ?? 0;
  return (
    <button type="button" onClick={() => changePlan((plan) => withCount(plan, id, 1))}>
      {count > 0 ? filled(texts.addedToEncounter, { count }) : texts.addToEncounter}
    </button>
  );
}
