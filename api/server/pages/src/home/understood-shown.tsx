// What was understood of a search, as links that make filters of it.

import { facets as labels, filters as texts } from "../../texts/en.json";
import { address, inFamily, type Place } from "./address";
import { follow } from "./place";
import { filled } from "./texts";
import { understood, withFilters, type Understood } from "./understood";
import { valueOf } from "./words";

export function UnderstoodShown({ where, place }: { where: string; place: Place }) {
  const { family, filters } = understood(where, place.family);
  const isChosen = ({ facet, value }: Understood) => place.chosen[facet.name]?.includes(value) ?? false;
  const left = filters.filter((filter) => !isChosen(filter));
  if (left.length === 0) {
    return null;
  }
  const to = (more: Understood[]) => address({ ...inFamily(place, family), chosen: withFilters(place.chosen, more) });
  return (
    <ul class="chosen" aria-label={texts.understood}>
      {left.map((filter) => {
        const { facet, value } = filter;
        const text = filled(texts.value, { label: labels[facet.name], value: valueOf(facet, value, null) });
        return (
          <li key={facet.name + value}>
            <a href={to([filter])} aria-label={filled(texts.use, { text })} onClick={follow(to([filter]))}>
              <span aria-hidden="true">+</span> {text}
            </a>
          </li>
        );
      })}
      {left.length > 1 && (
        <li>
          <a class="all" href={to(left)} onClick={follow(to(left))}>
            {texts.useAll}
          </a>
        </li>
      )}
    </ul>
  );
}
