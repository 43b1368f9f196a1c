// The encounter view: a party and creatures, how hard they are, what else fits, and what is given back to the conversation.

import { useState } from "preact/hooks";
import { views as texts } from "../../texts/en.json";
import { placeOf } from "../home/address";
import { EntityShown } from "../home/entity";
import { EncounterPage } from "../home/encounter/page";
import { EMPTY, levels, planAddress, planOf, total, type Group, type Member, type Plan } from "../home/encounter/plan";
import { filled } from "../home/texts";
import { request } from "./host";
import { show, type Answer } from "./view";

show(
  (answer) => planAddress(planIn(answer)),
  ({ path, parameters }) => {
    const place = placeOf(path, parameters);
    return place.id ? (
      <main>
        <EntityShown key={place.id} place={place} id={place.id} />
      </main>
    ) : (
      <>
        <EncounterPage search={parameters || "?"} />
        <GiveBack plan={planOf(parameters)} />
      </>
    );
  },
);

/** The plan of a call: what the answer judged, else what was asked. */
function planIn({ args, content }: Answer): Plan {
  const party = new Map<number, number>();
  numbers(args.party).forEach((level) => party.set(level, (party.get(level) ?? 0) + 1));
  const groups = [...party].map(([level, count]): Group => ({ count, level }));
  const judged = (content.encounter as { creatures?: { id?: string; count?: number; challenge_rating?: string }[] })
    ?.creatures;
  const members = (judged ?? []).flatMap(({ id, count = 1, challenge_rating }): Member[] =>
    id ? [{ id, count }] : challenge_rating ? [{ id: `cr:${challenge_rating}`, count }] : [],
  );
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  return {
    ...EMPTY,
    party: groups.length > 0 ? groups : EMPTY.party,
    members,
    aim: text(args.difficulty).toUpperCase() || EMPTY.aim,
    q: text(args.search),
    chosen: {
      ...(args.type ? { type: [text(args.type)] } : {}),
      ...(args.environment ? { environments: [text(args.environment)] } : {}),
      ...(args.game_system ? { gameSystem: [text(args.game_system)] } : {}),
    },
  };
}

/** Numbers, however they were sent. */
function numbers(value: unknown): number[] {
  const all = Array.isArray(value) ? value : String(value ?? "").split(/[^\d]+/);
  return all.map(Number).filter((number) => number > 0);
}

/** Gives the encounter back to the conversation, as the words of the user. */
function GiveBack({ plan }: { plan: Plan }) {
  const [said, setSaid] = useState("");
  const give = async () => {
    const creatures = plan.members.map(({ id, count }) =>
      id.startsWith("cr:") ? { challenge_rating: id.slice(3), count } : { id, count },
    );
    const text = filled(texts.prompt, { call: JSON.stringify({ party: levels(plan.party), creatures }) });
    try {
      await request("ui/message", { role: "user", content: [{ type: "text", text }] });
      setSaid(texts.given);
    } catch (cause) {
      setSaid(filled(texts.notGiven, { reason: (cause as Error).message }));
    }
  };
  return (
    <p class="actions give">
      <button type="button" disabled={total(plan.members) === 0} onClick={give}>
        {texts.give}
      </button>
      <span role="status">{said}</span>
    </p>
  );
}
