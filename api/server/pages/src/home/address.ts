// Addresses of the compendium: what is searched for, narrowed by and open stands in them, so all of it can be linked.

import type { Family } from "./answers";
import {
  FACETS,
  FAMILIES,
  SORTS,
  canLeaveOut,
  facetName,
  familyNamed,
  isLeftOut,
  isSingle,
  isTruth,
  opposite,
  type Facet,
} from "./families";

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
  /** The columns of the table that the list is. */
  columns?: string[] | undefined;
  /** What an address named as a family, and is none. */
  noFamily?: string;
}

export const START: Place = { q: "", family: null, chosen: {}, sort: null, id: null, beside: null };

/** The facets that narrow a family, or all of them. */
export function facetsOf(family: Family | null): Facet[] {
  return FACETS[family ?? "ALL"];
}

/** Values that an address has for some facets. What no field could have is left out. */
export function chosenIn(given: URLSearchParams, facets: Facet[]): Chosen {
  const chosen: Chosen = {};
  for (const facet of facets) {
    const { name, compare } = facet;
    const values = [...new Set(given.getAll(name))].filter(
      (value) =>
        value !== "" &&
        (compare !== "number" || /^\d{1,4}$/.test(value)) &&
        (compare !== "range" || ends(value) !== null) &&
        (!isTruth(compare) || value === "true" || value === "false"),
    );
    if (values.length > 0) {
      chosen[name] = isSingle(facet) ? values.slice(0, 1) : values;
    }
  }
  return chosen;
}

const END = String.raw`((?:\d{1,7}(?:\.\d{1,2})?|1/[248])?)`;
const RANGE = new RegExp(`^${END}\\.\\.${END}$`);

/** The ends of a range, `1/4..5` or `3..`; an open end is empty. Null where a text is no range. */
export function ends(range: string): [string, string] | null {
  const [, from = "", to = ""] = RANGE.exec(range) ?? [];
  return from || to ? [from, to] : null;
}

/** A number, or a fraction such as `1/4`. */
function numberOf(text: string): number {
  const [number = "", divisor = "1"] = text.split("/");
  return Number(number) / Number(divisor);
}

/** The path of an entity's page, which the server has too: `/spell/srd-2024/fireball`. Null where an id is none. */
export function pageOf(id: string): string | null {
  const [family = "", ...parts] = id.split(":");
  const isId =
    family.toUpperCase() in FAMILIES &&
    parts.length >= 2 &&
    parts.length <= 3 &&
    parts.every((part) => /^[^\s/?#]+$/.test(part));
  return isId ? `/${[family, ...parts.map(encodeURIComponent)].join("/")}` : null;
}

/** The id that a path names; null where it names none. */
function idOf(path: string): string | null {
  try {
    const id = decodeURIComponent(path.slice(1)).replaceAll("/", ":");
    return pageOf(id) && id;
  } catch {
    return null;
  }
}

/** The place that an address names. */
export function placeOf(path: string, search: string): Place {
  const given = new URLSearchParams(search);
  // `/spell` is the list of a family, too.
  const word = given.get("family") ?? path.slice(1);
  const { family = null, kind } = familyNamed(word) ?? {};
  if (kind && !given.has("kind")) {
    given.set("kind", kind);
  }
  const sort = given.get("sort")?.toUpperCase() ?? "";
  const columns = given.get("columns");
  const id = given.get("id") || idOf(path);
  const isSort = family !== null && SORTS[family].some((field) => field === sort.replace("-", ""));
  return {
    q: given.get("q") ?? "",
    family,
    chosen: chosenIn(given, facetsOf(family)),
    sort: isSort ? sort : null,
    id,
    beside: given.get("beside") || null,
    ...(family && columns !== null && { columns: columns.split(",") }),
    ...(word && !family && !id && { noFamily: word }),
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

/** The address of a place: of an entity alone, that of its page. */
export function address({ q, family, chosen, sort, id, beside, columns }: Place): string {
  const parameters: [string, string | null][] = [
    ["q", q],
    ["family", family && family.toLowerCase()],
    ...chosenParameters(chosen, facetsOf(family)),
    ["sort", sort && sort.toLowerCase()],
    ["columns", family && columns ? columns.join(",") || "none" : null],
    ["beside", beside],
    ["id", id],
  ];
  const given = parameters.filter((parameter): parameter is [string, string] => !!parameter[1]);
  return (id && given.length === 1 && pageOf(id)) || `/${query(given)}`;
}

/** The same place in another family. What that family cannot be narrowed by is left. */
export function inFamily(place: Place, family: Family | null): Place {
  const kept = new URLSearchParams(chosenParameters(place.chosen, [...facetsOf(null), ...facetsOf(place.family)]));
  const shared = facetsOf(null).map(({ name }) => name);
  const facets = facetsOf(family).filter(({ name }) => shared.includes(name));
  const { columns: _, ...others } = place;
  return { ...others, family, chosen: chosenIn(kept, facets), sort: null, id: null };
}

/** What is chosen after a value was chosen, or given up. */
export function toggled(chosen: Chosen, facet: Facet, value: string): Chosen {
  const { name } = facet;
  const before = (chosen[name] ?? []).filter((other) => other !== opposite(value));
  const values = before.includes(value)
    ? before.filter((other) => other !== value)
    : isSingle(facet)
      ? [value]
      : [...before, value];
  const { [name]: _, ...others } = chosen;
  return values.length > 0 ? { ...others, [name]: values } : others;
}

/** What a field is compared with; null where that is no choice. */
function compared({ compare }: Facet, values: string[]): object | null {
  const [first = ""] = values;
  switch (compare) {
    case "number":
      return { in: values.map(Number) };
    case "word":
      return { in: values };
    case "list":
      return { hasAny: values };
    case "truth":
      // Both are no choice.
      return values.length === 1 ? { eq: first === "true" } : null;
    case "known":
      return values.length === 1 ? { isNull: first !== "true" } : null;
    case "range": {
      const [from = "", to = ""] = ends(first) ?? [];
      return { ...(from && { gte: numberOf(from) }), ...(to && { lte: numberOf(to) }) };
    }
    case "argument":
      return null;
  }
}

/** What was chosen as the variables of a list: a filter, and the arguments beside it. */
export function variablesOf(chosen: Chosen, facets: Facet[]) {
  const filter: Record<string, object> = {};
  const left: object[] = [];
  for (const facet of facets) {
    const all = chosen[facet.name] ?? [];
    const out = canLeaveOut(facet) ? all.filter(isLeftOut) : [];
    const without = out.length > 0 && compared(facet, out.map(opposite));
    if (without) {
      left.push({ [facetName(facet)]: without });
    }
    const values = all.filter((value) => !out.includes(value));
    const comparison = values.length > 0 && compared(facet, values);
    if (comparison) {
      // Two facets may compare one field: some of its values, and a range.
      filter[facetName(facet)] = { ...filter[facetName(facet)], ...comparison };
    }
  }
  if (left.length > 0) {
    filter.not = { or: left };
  }
  return {
    filter: Object.keys(filter).length > 0 ? filter : null,
    ...argumentsOf(chosen),
  };
}

/** The edition and the books of a choice, as arguments. */
export function argumentsOf(chosen: Chosen): { gameSystem: string | null; documents: string[] | null } {
  return { gameSystem: chosen.gameSystem?.[0] ?? null, documents: chosen.documents ?? null };
}
