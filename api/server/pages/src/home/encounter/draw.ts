// Draws encounters: groups of two to four kinds of creatures, of different roles, within what a difficulty allows.

import { variablesOf, type Chosen } from "../address";
import { CANDIDATES, ENCOUNTER, type Candidates, type Judgement } from "../answers";
import { ask } from "../server";
import { grouped } from "../versions";
import { CANDIDATE_FACETS, DIFFICULTIES, MAX_KINDS, creatures, levels, type Member, type Plan } from "./plan";
import { roleOf, type Role } from "./roles";

type Candidate = Candidates["edges"][number];

/** A kind of a group: its part of the experience points, and how many there are of it. */
type Slot = [part: number, count: number];

/** Shapes of groups. */
const SHAPES: Slot[][] = [
  [
    [0.55, 1],
    [0.45, 4],
  ],
  [
    [0.5, 2],
    [0.5, 3],
  ],
  [
    [0.4, 1],
    [0.35, 2],
    [0.25, 4],
  ],
  [
    [0.34, 1],
    [0.33, 1],
    [0.33, 2],
  ],
  [
    [0.35, 1],
    [0.25, 1],
    [0.2, 2],
    [0.2, 3],
  ],
];

/** Groups that are tried until one has the difficulty. */
const TRIES = 6;
/** How many more there may be of the last kind, which fills up what is left. */
const MORE_OF_LAST = 2;
/** How far the worth of a creature is from its part. */
const NEAR = { least: 0.35, most: 1.3 };

/**
 * Members with a group drawn beside them; the members alone where nothing fits. Creatures are of the edition of the rules,
 * where it has any.
 */
export async function drawn(plan: Plan, chosen: Chosen, members: Member[], signal: AbortSignal): Promise<Member[]> {
  let best: { members: Member[]; points: number } = { members, points: -1 };
  for (let time = 0; time < TRIES; time += 1) {
    const isAny = time > 0 && best.points < 0;
    const group = await drawOnce(plan, chosen, members, !isAny, signal);
    const judgement = await judged(plan, group, signal);
    if (group.length > members.length && judgement.difficulty === plan.aim && group.length - members.length > 1) {
      return group;
    }
    const { experiencePoints: points } = judgement;
    if (group.length > members.length && points > best.points) {
      best = { members: group, points };
    }
  }
  return best.members;
}

async function judged(plan: Plan, members: Member[], signal: AbortSignal): Promise<Judgement> {
  const variables = { party: levels(plan.party), creatures: creatures(members) };
  const both = await ask(ENCOUNTER, variables, signal);
  return DIFFICULTIES[2014].includes(plan.aim) ? both.rules2014 : both.rules2024;
}

async function drawOnce(
  plan: Plan,
  chosen: Chosen,
  before: Member[],
  editionOfRules: boolean,
  signal: AbortSignal,
): Promise<Member[]> {
  const shape = one(SHAPES).slice(0, MAX_KINDS - before.length);
  const members = [...before];
  const kinds: Candidate["node"][] = [];
  const roles = new Set<Role>();
  const look = async (filter: object, count: number) => {
    const narrowed = variablesOf(chosen, CANDIDATE_FACETS);
    const { encounterCandidates } = await ask(
      CANDIDATES,
      {
        party: levels(plan.party),
        creatures: creatures(members),
        difficulty: plan.aim,
        ...narrowed,
        filter: { ...filter, ...narrowed.filter },
        search: plan.q.trim() || null,
        editionOfRules,
        facets: [],
        count,
        first: 100,
      },
      signal,
    );
    return encounterCandidates;
  };
  const size = shape.reduce((sum, [, count]) => sum + count, 0);
  const { remaining } = (await look({}, 1)).budget;
  const budget = Math.max(0, remaining) / crowding(plan, size);
  for (const [index, [part, count]] of shape.entries()) {
    const isLast = index === shape.length - 1;
    const each = (budget * part) / count;
    const near = { experiencePoints: { gte: Math.floor(each * NEAR.least), lte: Math.ceil(each * NEAR.most) } };
    const below = { experiencePoints: { gte: 1, lte: Math.ceil(each * NEAR.most) } };
    const [first] = kinds;
    // Creatures that belong together, where there are any.
    const places = first?.environments ?? [];
    const themes = first
      ? [
          ...(places.length > 0 ? [{ environments: { hasAny: places }, ...near }] : []),
          { type: { eq: first.creatureType }, ...near },
          near,
          below,
        ]
      : [near, below];
    const pick = await firstOf(themes, async (filter) => {
      const { edges } = await look(filter, count);
      const fresh = grouped(edges.map((edge) => ({ ...edge.node, edge })))
        .map(({ edge }) => edge)
        .filter(
          ({ node }) => !kinds.some(({ name }) => name === node.name) && !members.some(({ id }) => id === node.id),
        );
      const others = fresh.filter(({ node }) => !roles.has(roleOf(node)));
      return one(others.length > 0 ? others : fresh);
    });
    if (pick) {
      const { node, maxCount } = pick;
      kinds.push(node);
      roles.add(roleOf(node));
      members.push({ id: node.id, count: Math.min(maxCount, isLast ? count + MORE_OF_LAST : count) });
    }
  }
  return members;
}

/** By how much the rules of 2014 multiply the points of so many. */
function crowding({ aim }: Plan, size: number): number {
  return DIFFICULTIES[2014].includes(aim) ? (size > 6 ? 2.5 : size > 2 ? 2 : size > 1 ? 1.5 : 1) : 1;
}

/** What the first of some filters finds. */
async function firstOf<T>(filters: object[], find: (filter: object) => Promise<T | undefined>): Promise<T | undefined> {
  for (const filter of filters) {
    const found = await find(filter);
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

/** One of some, each as likely. */
function one<T>(all: T[]): T {
  return all[Math.floor(Math.random() * all.length)] as T;
}
