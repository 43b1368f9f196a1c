// Plans of encounters: a party and creatures, as addresses that can be shared.

import { chosenIn, chosenParameters, query, type Chosen } from "../address";
import { FACETS, type Facet } from "../families";
import { nameIn } from "../shelf";
import { fightIn, fightParameters, type Fight } from "./fight";

/** Characters of one level. */
export interface Group {
  count: number;
  level: number;
}

/** Creatures of one kind: by id, or `cr:1/4` for one that no book has. */
export interface Member {
  id: string;
  count: number;
}

export interface Plan {
  /** What it is called; empty where it has no name. */
  name: string;
  party: Group[];
  members: Member[];
  /** The difficulty that candidates are looked for at. */
  aim: string;
  /** Whether only creatures are shown that fit into the difficulty. */
  fits: boolean;
  /** What candidates are searched by. */
  q: string;
  /** What narrows the candidates. */
  chosen: Chosen;
  /** How it goes, where it is run. */
  fight: Fight | null;
}

export const MAX_CHARACTERS = 12;
export const MAX_KINDS = 20;
export const MAX_CREATURES = 100;

/** Difficulties by the rules that have them. */
export const DIFFICULTIES: Record<"2024" | "2014", string[]> = {
  2024: ["LOW", "MODERATE", "HIGH"],
  2014: ["EASY", "MEDIUM", "HARD", "DEADLY"],
};

const NARROWING = ["gameSystem", "type", "size", "environments", "documents"];

/** The facets that narrow candidates. */
export const CANDIDATE_FACETS: Facet[] = FACETS.CREATURE.filter(({ name }) => NARROWING.includes(name));

export const EMPTY: Plan = {
  name: "",
  party: [{ count: 4, level: 1 }],
  members: [],
  aim: "MODERATE",
  fits: true,
  q: "",
  chosen: {},
  fight: null,
};

/** Challenge ratings, as they are printed. */
export const RATINGS = ["0", "1/8", "1/4", "1/2", ...Array.from({ length: 30 }, (_, index) => `${index + 1}`)];

/** How many there are in all. */
export function total(all: { count: number }[]): number {
  return all.reduce((sum, { count }) => sum + count, 0);
}

/** The plan of an address. What is out of the rules' bounds is brought into them. */
export function planOf(search: string): Plan {
  const given = new URLSearchParams(search);
  const party = upTo(
    MAX_CHARACTERS,
    listed(given.get("party")).flatMap((text) => {
      const [, count, level] = /^(\d{1,3})x(\d{1,3})$/.exec(text) ?? [];
      return count && level ? [{ count: Number(count), level: Math.min(Math.max(Number(level), 1), 20) }] : [];
    }),
  );
  const members = new Map<string, number>();
  for (const text of listed(given.get("creatures"))) {
    const [, id = "", count = "1"] = /^(.+?)(?:\*(\d{1,4}))?$/.exec(text) ?? [];
    members.set(id, (members.get(id) ?? 0) + Number(count));
  }
  const kinds = [...members].map(([id, count]) => ({ id, count })).slice(0, MAX_KINDS);
  const aim = given.get("aim")?.toUpperCase() ?? "";
  return {
    name: nameIn(search),
    party: party.length > 0 ? party : EMPTY.party,
    members: upTo(MAX_CREATURES, kinds),
    aim: Object.values(DIFFICULTIES).flat().includes(aim) ? aim : EMPTY.aim,
    fits: given.get("fits") !== "no",
    q: given.get("q") ?? "",
    chosen: chosenIn(given, CANDIDATE_FACETS),
    fight: fightIn(given),
  };
}

function listed(text: string | null): string[] {
  return (text ?? "").split(",").filter((part) => part !== "");
}

/** As many of each as fit in all; what nothing is left of is left out. */
function upTo<T extends { count: number }>(most: number, all: T[]): T[] {
  let left = most;
  return all
    .map((one) => {
      const count = Math.min(one.count, left);
      left -= count;
      return { ...one, count };
    })
    .filter(({ count }) => count > 0);
}

/** The parameters of a plan. */
export function planQuery({ name, party, members, aim, fits, q, chosen, fight }: Plan): string {
  const parameters: [string, string][] = [
    ["party", party.map(({ count, level }) => `${count}x${level}`).join(",")],
    ["creatures", members.map(({ id, count }) => (count === 1 ? id : `${id}*${count}`)).join(",")],
    ["aim", aim.toLowerCase()],
    ["fits", fits ? "" : "no"],
    ["q", q],
    ...chosenParameters(chosen, CANDIDATE_FACETS),
    ...fightParameters(fight),
    ["name", name],
  ];
  return query(parameters.filter(([, value]) => value !== ""));
}

/** The address of a plan. */
export function planAddress(plan: Plan): string {
  return `/encounter${planQuery(plan)}`;
}

/** The parameters of an encounter, whatever its candidates are searched by. */
export function encounterQuery({ name, party, members, fight }: Plan): string {
  return planQuery({ ...EMPTY, name, party, members, fight });
}

/** Whether two plans are of the same encounter. */
export function isSame(one: Plan, other: Plan): boolean {
  return encounterQuery(one) === encounterQuery(other);
}

/** A plan with the encounter of another: the candidates are searched as before. */
export function withEncounter(plan: Plan, { name, party, members, fight }: Plan): Plan {
  return { ...plan, name, party, members, fight };
}

/** A plan with more, or fewer, of a creature. */
export function withCount(plan: Plan, id: string, change: number): Plan {
  const isNew = !plan.members.some((member) => member.id === id);
  const members = isNew ? [...plan.members, { id, count: 0 }] : plan.members;
  const changed = members.map((member) =>
    member.id === id ? { id, count: Math.max(0, member.count + change) } : member,
  );
  return { ...plan, members: upTo(MAX_CREATURES, changed).slice(0, MAX_KINDS) };
}

/** The level of each character. */
export function levels(party: Group[]): number[] {
  return party.flatMap(({ count, level }) => Array<number>(count).fill(level));
}

/** Members as the schema takes them. */
export function creatures(members: Member[]): object[] {
  return members.map(({ id, count }) =>
    id.startsWith("cr:") ? { challengeRating: id.slice(3), count } : { id, count },
  );
}
