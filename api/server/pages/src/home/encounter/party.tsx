// The party: how many characters there are of each level.

import { encounter as texts } from "../../../texts/en.json";
import { cardinalOf, filled } from "../texts";
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
      <h2 id="party">{texts.party}</h2>
      <ul>
        {party.map(({ count, level }, index) => (
          <li key={index}>
            <Stepper
              what={cardinalOf(count, texts.characters)}
              of={filled(texts.ofLevel, { level })}
              count={count}
              canLess={size > 1}
              canMore={size < MAX_CHARACTERS}
              step={(by) => set(index, { count: count + by, level })}
            />
            <label>
              {texts.ofLevelLabel}{" "}
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
        {texts.addLevel}
      </button>
    </section>
  );
}
