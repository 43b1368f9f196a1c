// Filters without counts: whether something is so, and ranges.

import { common, facets as labels, filters as texts } from "../../texts/en.json";
import { ends, type Chosen } from "./address";
import type { Facet } from "./families";
import { filled } from "./texts";

interface Props {
  facet: Facet;
  chosen: Chosen;
  choose: (chosen: Chosen) => void;
}

/** What is chosen with a value of a facet, or without any. */
function withValue(chosen: Chosen, { name }: Facet, value: string): Chosen {
  const { [name]: _, ...others } = chosen;
  return value ? { ...others, [name]: [value] } : others;
}

/** Three states: it is so, it is not so, or it does not matter. */
export function TruthShown({ facet, chosen, choose }: Props) {
  const now = chosen[facet.name]?.[0] ?? "";
  const states = [
    ["", texts.any],
    ["true", common.yes],
    ["false", common.no],
  ] as const;
  return (
    <div class="filter chips">
      <span aria-hidden="true">{labels[facet.name]}</span>
      <div role="group" aria-label={labels[facet.name]}>
        {states.map(([value, text]) => (
          <label key={value}>
            <input
              type="radio"
              name={facet.name}
              checked={now === value}
              onChange={() => choose(withValue(chosen, facet, value))}
            />
            <span class="text">{text}</span>
          </label>
        ))}
      </div>
    </div>
  );
}

/** From a value to another; either end may be open. */
export function RangeShown({ facet, chosen, choose }: Props) {
  const now = ends(chosen[facet.name]?.[0] ?? "") ?? ["", ""];
  const end = (at: 0 | 1, name: string) => {
    const change = (value: string) => {
      const range = at === 0 ? `${value}..${now[1]}` : `${now[0]}..${value}`;
      choose(withValue(chosen, facet, ends(range) ? range : ""));
    };
    return (
      <label>
        {name}{" "}
        {facet.values ? (
          <select value={now[at]} onChange={(event) => change(event.currentTarget.value)}>
            <option value="">–</option>
            {facet.values.map((value) => (
              <option key={value} value={value}>
                {value}
              </option>
            ))}
          </select>
        ) : (
          <input
            type="number"
            min="0"
            step="any"
            value={now[at]}
            onChange={(event) => change(event.currentTarget.value)}
          />
        )}
      </label>
    );
  };
  return (
    <div class="filter range">
      <span aria-hidden="true">{labels[facet.name]}</span>
      <div role="group" aria-label={filled(texts.range, { label: labels[facet.name] })}>
        {end(0, texts.from)} {end(1, texts.to)}
      </div>
    </div>
  );
}
