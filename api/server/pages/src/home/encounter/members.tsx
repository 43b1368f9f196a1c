// The creatures of an encounter, each with its count and its stat block.

import { useState } from "preact/hooks";
import { encounter as texts, roles } from "../../../texts/en.json";
import type { Card } from "../answers";
import { filled } from "../texts";
import { bookOf, grouped, kindOf } from "../words";
import { Peek } from "./peek";
import { MAX_CREATURES, MAX_KINDS, RATINGS, total, withCount, type Plan } from "./plan";
import { roleOf } from "./roles";
import { Stepper } from "./stepper";

interface Props {
  plan: Plan;
  change: (plan: Plan) => void;
  /** The creatures that were asked for; null for what is not stored. */
  known: Map<string, Card | null>;
  /** Experience points of one. */
  points: Map<string, number | null>;
}

export function Members({ plan, change, known, points }: Props) {
  const canMore = total(plan.members) < MAX_CREATURES;
  return (
    <section class="members" aria-labelledby="creatures">
      <h2 id="creatures">{texts.creatures}</h2>
      {plan.members.length === 0 && <p class="quiet">{texts.noneYet}</p>}
      <ul>
        {plan.members.map(({ id, count }) => {
          const card = known.get(id);
          const name = nameOf(id, card);
          const each = points.get(id);
          return (
            <li key={id}>
              <Stepper
                what=""
                of={name}
                count={count}
                canLess
                canMore={canMore}
                step={(by) => change(withCount(plan, id, by))}
              />
              <span class="what">
                <strong>{name}</strong>{" "}
                <span class="quiet">
                  {card === null ? texts.gone : card && `${kindOf(card)} · ${bookOf(card.document)}`}
                </span>{" "}
                {card && <span class="role">{roles[roleOf(card)]}</span>}
              </span>
              <span class="points">{each != null && filled(texts.points, { points: grouped(each * count) })}</span>
              {card && <Peek id={id} name={name} />}
            </li>
          );
        })}
      </ul>
      <ByRating plan={plan} change={change} canMore={canMore && plan.members.length < MAX_KINDS} />
    </section>
  );
}

function nameOf(id: string, card: Card | null | undefined): string {
  if (id.startsWith("cr:")) {
    return filled(texts.anyOfRating, { rating: id.slice(3) });
  }
  return card === null ? id : (card?.name ?? "…");
}

/** A creature that no book has, by its challenge rating. */
function ByRating({ plan, change, canMore }: Pick<Props, "plan" | "change"> & { canMore: boolean }) {
  const [rating, setRating] = useState("1");
  return (
    <p class="by-rating">
      <label>
        {texts.ownOfRating}{" "}
        <select value={rating} onChange={(event) => setRating(event.currentTarget.value)}>
          {RATINGS.map((value) => (
            <option key={value} value={value}>
              {value}
            </option>
          ))}
        </select>
      </label>{" "}
      <button type="button" disabled={!canMore} onClick={() => change(withCount(plan, `cr:${rating}`, 1))}>
        {texts.addByRating}
      </button>
    </p>
  );
}
