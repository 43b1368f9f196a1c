// The encounter page: a party, creatures, how hard they are by the rules of both editions, and creatures that fit.

import { useEffect, useRef } from "preact/hooks";
import { useAnswer } from "../answer";
import { CARDS, ENCOUNTER, type Card } from "../answers";
import { CopyLink } from "../copy-link";
import { Sources } from "../list";
import { follow, go } from "../place";
import { TroubleShown } from "../trouble";
import { Candidates } from "./candidates";
import { Basis, Difficulty } from "./difficulty";
import { keepPlan, useKeptPlan } from "./kept";
import { Members } from "./members";
import { Party } from "./party";
import { creatures, isSame, levels, planAddress, planOf, total, type Plan } from "./plan";
import { Sheets } from "./sheets";
import "./encounter.css";

export function EncounterPage({ search }: { search: string }) {
  const kept = useKeptPlan();
  const plan = search ? planOf(search) : kept;
  // What came by a link does not take the place of the reader's own.
  const isOwn = isSame(plan, kept);
  const change = (changed: Plan) => {
    if (isOwn) {
      keepPlan(changed);
    }
    go(planAddress(changed), "same");
  };
  useEffect(() => {
    document.title = "Encounter · LoreKeeper";
  }, []);

  // Creatures stay known when others come.
  const known = useRef(new Map<string, Card | null>()).current;
  const ids = plan.members.map(({ id }) => id).filter((id) => !id.startsWith("cr:"));
  const cards = useAnswer(CARDS, ids.length > 0 ? { ids } : null);
  const asked = cards.waiting ? [] : ids;
  cards.data?.nodes.forEach((card, index) => {
    const id = card?.id ?? asked[index];
    if (id) {
      known.set(id, card);
    }
  });
  const judged = plan.members.filter(({ id }) => id.startsWith("cr:") || known.get(id));
  const party = levels(plan.party);
  const judgement = useAnswer(ENCOUNTER, { party, creatures: creatures(judged) });
  const points = new Map(
    judged.map(({ id }, index) => [id, judgement.data?.rules2024.creatures[index]?.experiencePoints ?? null]),
  );
  const trouble = cards.trouble ?? judgement.trouble;
  const shown = judged.flatMap(({ id, count }) => {
    const card = known.get(id);
    return card ? [{ card, count }] : [];
  });
  return (
    <main class="encounter">
      <h1>Encounter</h1>
      {!isOwn && <FromLink kept={kept} keep={() => keepPlan(plan)} />}
      <div class="columns">
        <div class="plan">
          <Party plan={plan} change={change} />
          {trouble && <TroubleShown trouble={trouble} again={cards.trouble ? cards.again : judgement.again} />}
          <Difficulty judgements={judgement.data} waiting={judgement.waiting} />
          <Members plan={plan} change={change} known={known} points={points} />
          <p class="actions">
            <CopyLink address={planAddress(plan)} />
            <button type="button" disabled={shown.length === 0} onClick={() => print()}>
              Print stat blocks
            </button>
            <button type="button" disabled={total(plan.members) === 0} onClick={() => change({ ...plan, members: [] })}>
              Remove all creatures
            </button>
          </p>
          <Basis judgements={judgement.data} />
        </div>
        <Candidates plan={plan} judged={judged} change={change} />
      </div>
      <Sheets members={shown} />
      {shown.length > 0 && <Sources cards={shown.map(({ card }) => card)} />}
    </main>
  );
}

/** An encounter that this browser does not keep, as that of a link. */
function FromLink({ kept, keep }: { kept: Plan; keep: () => void }) {
  return (
    <div class="notice from-link">
      <p>
        This encounter comes from a link. This browser does not keep it, and does not keep what you change in it.
        {total(kept.members) > 0 && (
          <>
            {" "}
            <a href="/encounter" onClick={follow("/encounter")}>
              Your own encounter
            </a>{" "}
            stays as it is until you keep this one in its place.
          </>
        )}
      </p>
      <button type="button" onClick={keep}>
        Keep this encounter
      </button>
    </div>
  );
}
