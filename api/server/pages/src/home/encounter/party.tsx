// The party: how many characters there are of each level.

import { MAX_CHARACTERS, total, type Group, type Plan } from "./plan";
import { Stepper } from "./stepper";

const LEVELS = Array.from({ length: 20 }, (_, index) => index + 1);

export function Party({ plan, change }: { plan: Plan; change: (plan: Plan) => void }) {
  const { party } = plan;
  const size = total(party);
  const set = (at: number, group: Group) => {
    const groups = party.map((other, index) => (index === at ? group : other)).filter(({ count }) => count > 0);
    change({ ...plan, party: groups });
  };
  const add = () => change({ ...plan, party: [...party, { count: 1, level: party.at(-1)?.level ?? 1 }] });
  return (
    <section class="party" aria-labelledby="party">
      <h2 id="party">Party</h2>
      <ul>
        {party.map(({ count, level }, index) => (
          <li key={index}>
            <Stepper
              what={count === 1 ? "character" : "characters"}
              of={`of level ${level}`}
              count={count}
              canLess={size > 1}
              canMore={size < MAX_CHARACTERS}
              step={(by) => set(index, { count: count + by, level })}
            />
            <label>
              of level{" "}
              <select
                value={level}
                onChange={(event) => set(index, { count, level: Number(event.currentTarget.value) })}
              >
                {LEVELS.map((value) => (
                  <option key={value} value={value}>
                    {value}
                  </option>
                ))}
              </select>
            </label>
          </li>
        ))}
      </ul>
      <button type="button" disabled={size >= MAX_CHARACTERS} onClick={add}>
        Add another level
      </button>
    </section>
  );
}
