// What the server understood of a search, as choices of filters: `level:3 class:wizard` as a level and a class.

import { chosenIn, facetsOf, type Chosen } from "./address";
import type { Family } from "./answers";
import { FAMILIES, canLeaveOut, facetName, isTruth, opposite, type Facet } from "./families";

/** A filter that was understood. */
export interface Understood {
  facet: Facet;
  value: string;
}

/** Short keys of the language, beside the names of fields. */
const KEYS: Record<string, string> = {
  area: "areaShape",
  attack: "attackKinds",
  attunement: "requiresAttunement",
  book: "documents",
  class: "classes",
  condition: "conditionsInflicted",
  cr: "challengeRating",
  document: "documents",
  edition: "gameSystem",
  editions: "gameSystem",
  environment: "environments",
  fly: "flies",
  flySpeed: "flies",
  forces: "savesForced",
  immune: "damageImmunities",
  inflicts: "conditionsInflicted",
  language: "languages",
  legendaryActions: "legendary",
  property: "properties",
  resists: "damageResistances",
  save: "savingThrow",
  sense: "senses",
  swim: "swims",
  swimSpeed: "swims",
  time: "castingTime",
};
/** `damage` is another field of creatures than of spells. */
const DAMAGES = ["damageTypes", "damageTypesDealt", "damageType"];

const PIECE = /(?:[^\s"()]|"[^"]*"|\([^)]*\))+/g;
const PARTS = /^(-?)([a-z]+)(?:(:|[<>]=?|=)(.+))?$/i;

/** A range from what a number is compared with; empty where it cannot be said. */
function range(sign: string, value: string): string {
  const whole = Number(value);
  const isWhole = Number.isInteger(whole);
  switch (sign) {
    case ">=":
      return `${value}..`;
    case "<=":
      return `..${value}`;
    case ">":
      return isWhole && whole >= 1 ? `${whole + 1}..` : "";
    case "<":
      return isWhole && whole > 1 ? `..${whole - 1}` : "";
    default:
      return value.includes("..") ? value : `${value}..${value}`;
  }
}

/** The value of a facet that a condition asks for; empty where none does. */
function valueOf({ name, compare }: Facet, sign: string, value: string): string {
  const plain = value.replaceAll('"', "");
  if (isTruth(compare)) {
    return value === "" || value === "*" || value === "true" ? "true" : value === "false" ? "false" : "";
  }
  if (compare === "range") {
    return value ? range(sign, value) : "";
  }
  if ((sign !== ":" && sign !== "=") || value.includes("(") || plain === "*" || plain.includes("..")) {
    return "";
  }
  return name === "gameSystem" && /^\d+$/.test(plain) ? `5e-${plain}` : plain.replaceAll(" ", "-").toLowerCase();
}

/** The family that conditions name, and the filters that they are; what no filter is, is left out. */
export function understood(where: string, family: Family | null): { family: Family | null; filters: Understood[] } {
  const pieces: string[] = where.match(PIECE) ?? [];
  const named = pieces.flatMap((piece) => /^family:(\w+)$/.exec(piece)?.[1]?.toUpperCase() ?? [])[0];
  const of = named && named in FAMILIES ? (named as Family) : family;
  const facets = facetsOf(of);
  if (pieces.includes("or")) {
    return { family: of, filters: [] };
  }
  const filters = pieces.flatMap((piece): Understood[] => {
    const [, not = "", key = "", sign = "", value = ""] = PARTS.exec(piece) ?? [];
    const name = KEYS[key] ?? key;
    const fits = facets.filter(
      (facet) => facet.name === name || facetName(facet) === name || (key === "damage" && DAMAGES.includes(facet.name)),
    );
    for (const facet of fits) {
      const values = sign === ":" && facet.compare !== "range" ? value.split(",") : [value];
      const found = values.map((one) => valueOf(facet, sign, one));
      const isSaid = found.every((one) => chosenIn(new URLSearchParams([[facet.name, one]]), [facet])[facet.name]);
      if (isSaid && (!not || canLeaveOut(facet))) {
        return found.map((one) => ({ facet, value: not ? opposite(one) : one }));
      }
    }
    return [];
  });
  return { family: of, filters };
}

/** A choice with some filters more. */
export function withFilters(chosen: Chosen, filters: Understood[]): Chosen {
  const all = filters.reduce<Chosen>(
    (before, { facet, value }) => ({ ...before, [facet.name]: [...(before[facet.name] ?? []), value] }),
    chosen,
  );
  return Object.fromEntries(Object.entries(all).map(([name, values]) => [name, [...new Set(values)]]));
}
