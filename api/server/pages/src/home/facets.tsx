// Facets: the values that narrow a list, each with how many it leaves.

import { useRef, useState } from "preact/hooks";
import { facets as labels, filters as texts } from "../../texts/en.json";
import { toggled, type Chosen } from "./address";
import type { Counts } from "./answers";
import { canLeaveOut, facetName, isCounted, isLeftOut, isSingle, isTruth, opposite, type Facet } from "./families";
import { RangeShown, TruthShown } from "./filters";
import { UseEverywhere } from "./my-books";
import { follow, go, useMedia } from "./place";
import { write } from "./storage";
import { filled } from "./texts";
import { useKept } from "./use-kept";
import { grouped, valueOf } from "./words";

interface Props {
  facets: Facet[];
  /** Null as long as they are not known. */
  counts: Counts[] | null;
  chosen: Chosen;
  choose: (chosen: Chosen) => void;
  /** Folded on wide windows, too. */
  isFolded?: boolean;
}

interface Value {
  value: string;
  text: string;
  /** Null where the server does not count. */
  count: number | null;
}

/** Whether the filters that are folded together are open. */
const MORE_KEY = "lorekeeper-more-filters";

/** Facets at the side of a list, folded on a phone. */
export function FacetsShown({ facets, counts, chosen, choose, isFolded = false }: Props) {
  const isWide = useMedia("(min-width: 48rem)") && !isFolded;
  const [isOpen, setOpen] = useState(false);
  const number = Object.values(chosen).flat().length;
  return (
    <section class={isFolded ? "facets folded" : "facets"} aria-label={texts.filters}>
      <details open={isWide || isOpen} onToggle={(event) => !isWide && setOpen(event.currentTarget.open)}>
        <summary>{number > 0 ? filled(texts.filtersChosen, { count: number }) : texts.filters}</summary>
        {counts && (isWide || isOpen) && (
          <>
            {facets
              .filter(({ more }) => !more)
              .map((facet) => (
                <FacetShown key={facet.name} facet={facet} counts={counts} chosen={chosen} choose={choose} />
              ))}
            <More facets={facets} counts={counts} chosen={chosen} choose={choose} />
          </>
        )}
      </details>
    </section>
  );
}

/** Filters that are folded together, until one opens them. */
function More({ facets, counts, chosen, choose }: Props & { counts: Counts[] }) {
  const isOpen = useKept(MORE_KEY) === "open";
  const more = facets.filter((facet) => facet.more);
  const number = more.filter(({ name }) => chosen[name]).length;
  const shared = { counts, chosen, choose };
  if (more.length === 0) {
    return null;
  }
  return (
    <details
      class="more-facets"
      open={isOpen}
      onToggle={(event) => event.currentTarget.open !== isOpen && write(MORE_KEY, isOpen ? "" : "open")}
    >
      <summary>{number > 0 ? filled(texts.moreChosen, { count: number }) : texts.more}</summary>
      {isOpen &&
        more.map((facet) =>
          facet.compare === "range" ? (
            <RangeShown key={facet.name} facet={facet} {...shared} />
          ) : isTruth(facet.compare) ? (
            <TruthShown key={facet.name} facet={facet} {...shared} />
          ) : (
            <FacetShown key={facet.name} facet={facet} {...shared} />
          ),
        )}
    </details>
  );
}

function FacetShown({
  facet,
  counts,
  chosen,
  choose,
}: { facet: Facet; counts: Counts[] } & Pick<Props, "chosen" | "choose">) {
  const now = chosen[facet.name] ?? [];
  const [isOpen] = useState(facet.open || now.length > 0);
  // Values stay where they are when nothing is left of them.
  const known = useRef(new Map<string, string>());
  const isThreefold = canLeaveOut(facet);
  const named = now.map((value) => (isThreefold && isLeftOut(value) ? opposite(value) : value));
  const values = valuesOf(facet, counts, named, known.current);
  if (values.length === 0) {
    return null;
  }
  const change = (value: string | null) => {
    const { [facet.name]: _, ...others } = chosen;
    choose(value === null ? others : toggled(chosen, facet, value));
  };
  const label = (key: string, text: string, count: number | null, isChecked: boolean, value: string | null) => (
    <label key={key} class={count === 0 ? "none" : undefined}>
      <input
        type={isSingle(facet) ? "radio" : "checkbox"}
        name={facet.name}
        checked={isChecked}
        onChange={() => change(value)}
      />
      <span class="text">{text}</span> {count !== null && <span class="number">{grouped(count)}</span>}
    </label>
  );
  return (
    <details class={facet.chips ? "facet chips" : "facet"} open={isOpen}>
      <summary>{labels[facet.name]}</summary>
      <div role="group" aria-label={labels[facet.name]}>
        {isSingle(facet) && label("", isTruth(facet.compare) ? texts.any : texts.all, null, now.length === 0, null)}
        {values.map(({ value, text, count }) => {
          const choice = label(value, text, count, now.includes(value), value);
          const isOut = now.includes(opposite(value));
          return isThreefold ? (
            <div key={value} class={isOut ? "three out" : "three"}>
              {choice}
              <button
                type="button"
                aria-pressed={isOut}
                aria-label={filled(texts.without, { value: text })}
                title={filled(texts.without, { value: text })}
                onClick={() => change(opposite(value))}
              >
                −
              </button>
            </div>
          ) : (
            choice
          );
        })}
      </div>
    </details>
  );
}

/** The values of a facet in their order: those that are left, were there before, or are chosen. */
function valuesOf(facet: Facet, counts: Counts[], chosen: string[], known: Map<string, string>): Value[] {
  if (!isCounted(facet)) {
    const values = [...(facet.values ?? []), ...chosen.filter((value) => !facet.values?.includes(value))];
    return values.map((value) => ({ value, text: valueOf(facet, value, null), count: null }));
  }
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
export function ChosenShown({
  facets,
  counts,
  chosen,
  to,
  entry = "new",
  resting = [],
}: Pick<Props, "facets" | "counts" | "chosen"> & {
  /** The names of facets that are not heeded. */
  resting?: string[] | undefined;
  /** The address of a choice. */
  to: (chosen: Chosen) => string;
  /** Whether a choice is a step of the history. */
  entry?: "new" | "same";
}) {
  const all = facets.flatMap((facet) => (chosen[facet.name] ?? []).map((value) => ({ facet, value })));
  if (all.length === 0) {
    return null;
  }
  return (
    <ul class="chosen" aria-label={texts.chosen}>
      {all.map(({ facet, value }) => {
        const values = counts?.find(({ name }) => name === facetName(facet))?.values;
        const named = canLeaveOut(facet) && isLeftOut(value) ? opposite(value) : value;
        const label = values?.find((other) => other.value === named)?.label ?? null;
        const text = filled(texts.value, { label: labels[facet.name], value: valueOf(facet, value, label) });
        const without = to(toggled(chosen, facet, value));
        return (
          <li key={facet.name + value}>
            <a
              href={without}
              class={resting.includes(facetName(facet)) ? "resting" : undefined}
              aria-label={filled(texts.remove, { text })}
              onClick={follow(without, entry)}
            >
              {text} <span aria-hidden="true">×</span>
            </a>
          </li>
        );
      })}
      <UseEverywhere chosen={chosen} others={(rest) => go(to(rest), "same")} />
      <li>
        <a class="all" href={to({})} onClick={follow(to({}), entry)}>
          {texts.clear}
        </a>
      </li>
    </ul>
  );
}
