// The encounter page: a party, creatures, how hard they are by the rules of both editions, and creatures that fit.

import { useEffect, useRef } from "preact/hooks";
import { common, encounter as texts } from "../../../texts/en.json";
import { useAnswer } from "../answer";
import { CARDS, ENCOUNTER, type Card } from "../answers";
import { CopyLink } from "../copy-link";
import { follow, go, isFramed, stateHere } from "../place";
import { roll } from "../rolls";
import { MAX_TEXTS } from "../shelf";
import { ShelfBar } from "../shelf-bar";
import { Sources } from "../sources";
import { filled, pieces } from "../texts";
import { TroubleShown } from "../trouble";
import { Candidates } from "./candidates";
import { Basis, Difficulty } from "./difficulty";
import { Fill } from "./fill";
import { joined, missing, type Fight } from "./fight";
import { ENCOUNTERS_KEY, addPlan, changePlan, useHasRoom, useKept, withHand } from "./kept";
import { Members } from "./members";
import { Party } from "./party";
import {
  DIFFICULTIES,
  creatures,
  encounterQuery,
  isSame,
  levels,
  planAddress,
  planOf,
  total,
  withEncounter,
  type Plan,
} from "./plan";
import { PlayersView } from "./players";
import { initiativeBonus } from "./program-files";
import { Sheets } from "./sheets";
import { forgetStep, keepStep, useLastStep } from "./steps";
import { TakeAlong } from "./take-along";
import { Tracker } from "./tracker";

export function EncounterPage({ search }: { search: string }) {
  const players = new URLSearchParams(search).get("players");
  return players ? <PlayersView of={players} /> : <Planner search={search} />;
}

function Planner({ search }: { search: string }) {
  const key = search ? stateHere<string>("encounter") : null;
  const { kept, keptKey } = useKept(key);
  const given = search ? planOf(search) : kept;
  // What came by a link does not take the place of the reader's own.
  const isOwn = !search || (key !== null && key === keptKey) || isSame(given, kept);
  const plan = isOwn ? withEncounter(given, kept) : given;
  const change = (changed: Plan) => {
    const encounter = isOwn ? changePlan(() => changed, key) : null;
    go(planAddress(changed), "same", { encounter });
  };
  // Another tab may have changed it.
  const isStale = search !== "" && isOwn && (key !== keptKey || !isSame(given, plan));
  useEffect(() => {
    if (isStale) {
      go(planAddress(plan), "same", { encounter: keptKey });
    }
  }, [isStale, planAddress(plan)]);
  const title = plan.name || texts.title;
  useEffect(() => {
    document.title = `${title} · ${common.brand}`;
  }, [title]);

  // Creatures stay known when others come.
  const known = useRef(new Map<string, Card | null>()).current;
  const fighting = plan.fight?.combatants.map(({ who }) => who) ?? [];
  const ids = [...new Set([...plan.members.map(({ id }) => id), ...fighting])].filter((id) => !/^(cr|pc):/.test(id));
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
  const late = missing(plan.fight, judged, () => 0).length;
  const here = encounterQuery(plan);
  const before = useLastStep(here);
  const step = (fight: Fight | null) => {
    const after = { ...plan, fight };
    keepStep(here, encounterQuery(after));
    change(after);
  };
  const undo = () => {
    if (before !== null) {
      forgetStep();
      change(withEncounter(plan, planOf(before)));
    }
  };
  const join = () =>
    step(
      joined(
        plan.fight,
        missing(plan.fight, judged, (id) => initiative(known.get(id))),
      ),
    );
  const isBegun = useRef(false);
  const run = () => {
    isBegun.current = true;
    join();
  };
  return (
    <main class="encounter">
      <h1 dir="auto">{title}</h1>
      {isFramed() ? null : isOwn ? (
        <ShelfBar
          shelfKey={ENCOUNTERS_KEY}
          what="encounter"
          unnamed={texts.title}
          hand={(shelf) => withHand(shelf, key)}
          moved={() => go("/encounter", "new")}
        />
      ) : (
        <FromLink kept={kept} keep={() => addPlan(plan)} />
      )}
      {plan.fight && (
        <Tracker
          fight={plan.fight}
          change={step}
          known={known}
          late={late}
          join={join}
          undo={before === null ? null : undo}
          isBegun={isBegun.current}
          players={isOwn && keptKey ? keptKey : "link"}
          edition={DIFFICULTIES[2014].includes(plan.aim) ? "5e-2014" : "5e-2024"}
        />
      )}
      <div class="columns">
        <div class="plan">
          <Party plan={plan} change={change} />
          {trouble && <TroubleShown trouble={trouble} again={cards.trouble ? cards.again : judgement.again} />}
          <Difficulty judgements={judgement.data} waiting={judgement.waiting} />
          <Fill plan={plan} judged={judged} change={change} />
          <Members plan={plan} change={change} known={known} points={points} />
          <p class="actions">
            {!plan.fight && (
              <button type="button" disabled={judged.length === 0} onClick={run}>
                {texts.run}
              </button>
            )}
            {!plan.fight && before !== null && (
              <button type="button" onClick={undo}>
                {texts.undoEnd}
              </button>
            )}
            {!isFramed() && (
              <>
                <CopyLink address={planAddress(plan)} />
                <button type="button" disabled={shown.length === 0} onClick={() => print()}>
                  {texts.printSheets}
                </button>
              </>
            )}
            <button type="button" disabled={total(plan.members) === 0} onClick={() => change({ ...plan, members: [] })}>
              {texts.removeAll}
            </button>
          </p>
          {!isFramed() && (
            <TakeAlong
              plan={plan}
              title={texts.title}
              members={shown.map((member) => ({ ...member, points: points.get(member.card.id) ?? null }))}
            />
          )}
          <Basis judgements={judgement.data} />
        </div>
        <Candidates plan={plan} judged={judged} change={change} />
      </div>
      <Sheets members={shown} />
      {shown.length > 0 && <Sources cards={shown.map(({ card }) => card)} />}
    </main>
  );
}

/** Rolls the initiative of a creature. */
function initiative(card: Card | null | undefined): number {
  const bonus = initiativeBonus(card) ?? 0;
  const what = filled(texts.initiativeOf, { name: card?.name ?? texts.aCreature });
  return roll(`1d20${bonus < 0 ? "" : "+"}${bonus}`, "plain", what) ?? 0;
}

/** An encounter that this browser does not keep, as that of a link. */
function FromLink({ kept, keep }: { kept: Plan; keep: () => void }) {
  const hasRoom = useHasRoom();
  return (
    <div class="notice from-link">
      <p>
        {texts.fromLink}
        {total(kept.members) > 0 && (
          <>
            {" "}
            {pieces(texts.besideYours, {
              own: (
                <a href="/encounter" onClick={follow("/encounter")}>
                  {texts.yours}
                </a>
              ),
            })}
          </>
        )}
      </p>
      <button type="button" disabled={!hasRoom} onClick={keep}>
        {texts.keep}
      </button>
      {!hasRoom && <p role="status">{filled(texts.noRoom, { most: MAX_TEXTS })}</p>}
    </div>
  );
}
