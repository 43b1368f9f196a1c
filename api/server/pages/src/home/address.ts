// Addresses of the compendium: what is searched for, narrowed by and open stands in them, so all of it can be linked.

import type { Family } from "./answers";
import { FACETS, FAMILIES, SORTS, type Facet } from "./families";

/** Values by facet. */
export type Chosen = Record<string, string[]>;

export interface Place {
  /** What is searched for. */
  q: string;
  /** The only family that is shown. */
  family: Family | null;
  /** What narrows the list. */
  chosen: Chosen;
  /** What sorts the list, descending with a `-` before it: `-LEVEL`. Null: relevance, or names. */
  sort: string | null;
  /** What is open. */
  id: string | null;
  /** What it is compared with. */
  beside: string | null;
}

export const START: Place = { q: "", family: null, chosen: {}, sort: null, id: null, beside: null };

/** The facets that narrow a family, or all of them. */
export function facetsOf(family: Family | null): Facet[] {
  return FACETS[family ?? "ALL"];
}

/** Values that an address has for some facets. What no field could have is left out. */
export function chosenIn(given: URLSearchParams, facets: Facet[]): Chosen {
  const chosen: Chosen = {};
  for (const { name, compare, single } of facets) {
    const values = [...new Set(given.getAll(name))].filter(
      (value) =>
        value !== "" &&
        (compare !== "number" || /^\d{1,4}$/.test(value)) &&
        (compare !== "truth" || value === "true" || value === "false"),
    );
    if (values.length > 0) {
      chosen[name] = single ? values.slice(0, 1) : values;
    }
  }
  return chosen;
}

/** The place that an address names. */
export function placeOf(search: string): Place {
  const given = new URLSearchParams(search);
  const name = given.get("family")?.toUpperCase() ?? "";
  const family = name in FAMILIES ? (name as Family) : null;
  const sort = given.get("sort")?.toUpperCase() ?? "";
  const isSort = family !== null && SORTS[family].some(([field]) => field === sort.replace("-", ""));
  return {
    q: given.get("q") ?? "",
    family,
    chosen: chosenIn(given, facetsOf(family)),
    sort: isSort ? sort : null,
    id: given.get("id") || null,
    beside: given.get("beside") || null,
  };
}

/** Parameters as an address has them. Signs that ids are full of stay as they are. */
export function query(parameters: [string, string][]): string {
  const text = new URLSearchParams(parameters).toString().replace(/%(3A|2C|2F)/g, decodeURIComponent);
  return text && `?${text}`;
}

/** The parameters of what was chosen, in the order of the facets. */
export function chosenParameters(chosen: Chosen, facets: Facet[]): [string, string][] {
  return facets.flatMap(({ name }) => (chosen[name] ?? []).map((value): [string, string] => [name, value]));
}

/** The address of a place. */
export function address({ q, family, chosen, sort, id, beside }: Place): string {
  const parameters: [string, string | null][] = [
    ["q", q],
    ["family", family && family.toLowerCase()],
    ...chosenParameters(chosen, facetsOf(family)),
    ["sort", sort && sort.toLowerCase()],
    ["beside", beside],
    ["id", id],
  ];
  return `/${query(parameters.filter((parameter): parameter is [string, string] => !!parameter[1]))}`;
}

/** The same place in another family. What that family cannot be narrowed by is left. */
export function inFamily(place: Place, family: Family | null): Place {
  const kept = new URLSearchParams(chosenParameters(place.chosen, [...facetsOf(null), ...facetsOf(place.family)]));
  const shared = facetsOf(null).map(({ name }) => name);
  const facets = facetsOf(family).filter(({ name }) => shared.includes(name));
  return { ...place, family, chosen: chosenIn(kept, facets), sort: null, id: null };
}

/** What is chosen after a value was chosen, or given up. */
export function toggled(chosen: Chosen, { name, single }: Facet, value: string): Chosen {
  const before = chosen[name] ?? [];
  const values = before.includes(value)
    ? before.filter((other) => other !== value)
    : single
      ? [value]
      : [...before, value];
  const { [name]: _, ...others } = chosen;
  return values.length > 0 ? { ...others, [name]: values } : others;
}

/** What was chosen as the variables of a list: a filter, and the arguments beside it. */
export function variablesOf(chosen: Chosen, facets: Facet[]) {
  const comparisons = facets.flatMap(({ name, compare }): [string, object][] => {
    const values = chosen[name];
    if (!values || compare === "argument") {
      return [];
    }
    switch (compare) {
      case "number":
        return [[name, { in: values.map(Number) }]];
      case "word":
        return [[name, { in: values }]];
      case "list":
        return [[name, { hasAny: values }]];
      case "truth":
        // Both are no choice.
        return values.length === 1 ? [[name, { eq: values[0] === "true" }]] : [];
    }
  });
  return {
    filter: comparisons.length > 0 ? Object.fromEntries(comparisons) : null,
    gameSystem: chosen.gameSystem?.[0] ?? null,
    documents: chosen.documents ?? null,
  };
}
