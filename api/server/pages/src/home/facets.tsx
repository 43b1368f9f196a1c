// Facets: the values that narrow a list, each with how many it leaves.

import { useRef, useState } from "preact/hooks";
import { toggled, type Chosen } from "./address";
import type { Counts } from "./answers";
import { facetName, type Facet } from "./families";
import { follow, go, useMedia } from "./place";
import { grouped, valueOf } from "./words";
import "./facets.css";

interface Props {
  facets: Facet[];
  /** Null as long as they are not known. */
  counts: Counts[] | null;
  chosen: Chosen;
  /** The address of a choice. */
  to: (chosen: Chosen) => string;
  /** Whether a choice is a step of the history. */
  entry?: "new" | "same";
  /** Folded on wide windows, too. */
  isFolded?: boolean;
}

interface Value {
  value: string;
  text: string;
  count: number;
}

/** Facets at the side of a list, folded on a phone. */
export function FacetsShown({ facets, counts, chosen, to, entry, isFolded = false }: Props) {
  const isWide = useMedia("(min-width: 48rem)") && !isFolded;
  const [isOpen, setOpen] = useState(false);
  const number = Object.values(chosen).flat().length;
  return (
    <section class={isFolded ? "facets folded" : "facets"} aria-label="Filters">
      <details open={isWide || isOpen} onToggle={(event) => !isWide && setOpen(event.currentTarget.open)}>
        <summary>Filters{number > 0 && ` (${number})`}</summary>
        {counts &&
          facets.map((facet) => (
            <FacetShown key={facet.name} facet={facet} counts={counts} chosen={chosen} to={to} entry={entry} />
          ))}
      </details>
    </section>
  );
}

function FacetShown({
  facet,
  counts,
  chosen,
  to,
  entry = "new",
}: { facet: Facet; counts: Counts[] } & Pick<Props, "chosen" | "to" | "entry">) {
  const now = chosen[facet.name] ?? [];
  const [isOpen] = useState(facet.open || now.length > 0);
  // Values stay where they are when nothing is left of them.
  const known = useRef(new Map<string, string>());
  const values = valuesOf(facet, counts, now, known.current);
  if (values.length === 0) {
    return null;
  }
  const choose = (value: string | null) => {
    const { [facet.name]: _, ...others } = chosen;
    go(to(value === null ? others : toggled(chosen, facet, value)), entry);
  };
  const label = (key: string, text: string, count: number | null, isChecked: boolean, value: string | null) => (
    <label key={key} class={count === 0 ? "none" : undefined}>
      <input
        type={facet.single ? "radio" : "checkbox"}
        name={facet.name}
        checked={isChecked}
        onChange={() => choose(value)}
      />
      <span class="text">{text}</span> {count !== null && <span class="number">{grouped(count)}</span>}
    </label>
  );
  return (
    <details class={facet.chips ? "facet chips" : "facet"} open={isOpen}>
      <summary>{facet.label}</summary>
      <div role="group" aria-label={facet.label}>
        {facet.single && label("", "All", null, now.length === 0, null)}
        {values.map(({ value, text, count }) => label(value, text, count, now.includes(value), value))}
      </div>
    </details>
  );
}

/** The values of a facet in their order: those that are left, were there before, or are chosen. */
function valuesOf(facet: Facet, counts: Counts[], chosen: string[], known: Map<string, string>): Value[] {
  const left = new Map<string, number>();
  for (const { value, label, count } of counts.find(({ name }) => name === facetName(facet))?.values ?? []) {
    left.set(value, count);
    known.set(value, valueOf(facet, value, label));
  }
  chosen.filter((value) => !known.has(value)).forEach((value) => known.set(value, valueOf(facet, value, null)));
  return [...known]
    .map(([value, text]) => ({ value, text, count: left.get(value) ?? 0 }))
    .sort((one, other) => rank(facet, one.value) - rank(facet, other.value) || one.text.localeCompare(other.text));
}

/** The place of a value: numbers and fractions by their size, others as the facet orders them. */
function rank({ order = [] }: Facet, value: string): number {
  const [, number, divisor = "1"] = /^(\d+)(?:\/(\d+))?$/.exec(value) ?? [];
  if (number !== undefined) {
    return Number(number) / Number(divisor);
  }
  const at = order.indexOf(value);
  return at < 0 ? order.length : at;
}

/** What narrows the list, each with a link that takes it away. */
export function ChosenShown({ facets, counts, chosen, to, entry }: Props) {
  const all = facets.flatMap((facet) => (chosen[facet.name] ?? []).map((value) => ({ facet, value })));
  if (all.length === 0) {
    return null;
  }
  return (
    <ul class="chosen" aria-label="Chosen filters">
      {all.map(({ facet, value }) => {
        const values = counts?.find(({ name }) => name === facetName(facet))?.values;
        const label = values?.find((other) => other.value === value)?.label ?? null;
        const text = `${facet.label}: ${valueOf(facet, value, label)}`;
        const without = to(toggled(chosen, facet, value));
        return (
          <li key={facet.name + value}>
            <a href={without} aria-label={`Remove ${text}`} onClick={follow(without, entry)}>
              {text} <span aria-hidden="true">×</span>
            </a>
          </li>
        );
      })}
      <li>
        <a class="all" href={to({})} onClick={follow(to({}), entry)}>
          Clear all
        </a>
      </li>
    </ul>
  );
}
