// Fights: who takes part in an encounter that is run, in the order of initiative, as addresses have it.

import type { Member } from "./plan";

export interface Combatant {
  /** The id of a creature, `cr:1/4` for one that no book has, or `pc:Anna` for a character. */
  who: string;
  /** Which of several of a kind it is, from 1. */
  number: number;
  initiative: number;
  /** Hit points that it lost. */
  damage: number;
  /** By slug. */
  conditions: string[];
}

export interface Fight {
  round: number;
  /** Whose turn it is. */
  turn: number;
  /** By initiative, the highest first. */
  combatants: Combatant[];
}

const MOST = 120;
const MOST_DAMAGE = 9999;
const CHARACTER = "pc:";

const NOTATION = /^(-?\d{1,2})\*(\d{1,4})\*([\w.-]*)\*(\d{1,3})\*(.+)$/s;

/** The fight of an address; null where it has none. */
export function fightIn(given: URLSearchParams): Fight | null {
  const combatants = given
    .getAll("in")
    .flatMap((text): Combatant[] => {
      const [, initiative, damage, conditions = "", number, who] = NOTATION.exec(text) ?? [];
      return who
        ? [
            {
              who,
              number: Number(number),
              initiative: Number(initiative),
              damage: Number(damage),
              conditions: conditions.split(".").filter((condition) => condition !== ""),
            },
          ]
        : [];
    })
    .slice(0, MOST);
  if (combatants.length === 0) {
    return null;
  }
  const [round, turn] = ["round", "turn"].map((name) => Math.trunc(Number(given.get(name))) || 1) as [number, number];
  return {
    round: Math.min(Math.max(round, 1), 999),
    turn: Math.min(Math.max(turn, 1), combatants.length) - 1,
    combatants: ordered(combatants),
  };
}

/** The parameters of a fight. */
export function fightParameters(fight: Fight | null): [string, string][] {
  return fight
    ? [
        ["round", `${fight.round}`],
        ["turn", `${fight.turn + 1}`],
        ...fight.combatants.map(({ who, number, initiative, damage, conditions }): [string, string] => [
          "in",
          `${initiative}*${damage}*${conditions.join(".")}*${number}*${who}`,
        ]),
      ]
    : [];
}

function ordered(combatants: Combatant[]): Combatant[] {
  return combatants.toSorted((one, other) => other.initiative - one.initiative);
}

/** A fight with other combatants. Whose turn it is stays, and passes on where that one is gone. */
function withCombatants(fight: Fight, combatants: Combatant[], now: Combatant | undefined): Fight {
  const inOrder = ordered(combatants).slice(0, MOST);
  const at = now ? inOrder.indexOf(now) : -1;
  return { ...fight, combatants: inOrder, turn: at < 0 ? Math.min(fight.turn, Math.max(0, inOrder.length - 1)) : at };
}

/** A fight after one combatant changed. */
export function withChanged(fight: Fight, at: number, change: Partial<Combatant>): Fight {
  const before = fight.combatants[at];
  if (!before) {
    return fight;
  }
  const after = { ...before, ...change };
  const combatants = fight.combatants.map((other) => (other === before ? after : other));
  const now = fight.combatants[fight.turn];
  return withCombatants(fight, combatants, now === before ? after : now);
}

/** A fight after a combatant lost hit points, or got some back where the number is negative. */
export function withDamage(fight: Fight, at: number, points: number): Fight {
  const damage = (fight.combatants[at]?.damage ?? 0) + Math.trunc(points);
  return withChanged(fight, at, { damage: Math.min(Math.max(0, damage), MOST_DAMAGE) });
}

/** A fight after a condition came to a combatant, or went. */
export function withCondition(fight: Fight, at: number, condition: string): Fight {
  const before = fight.combatants[at]?.conditions ?? [];
  const conditions = before.includes(condition)
    ? before.filter((other) => other !== condition)
    : [...before, condition];
  return withChanged(fight, at, { conditions });
}

export function without(fight: Fight, at: number): Fight | null {
  const gone = fight.combatants[at];
  const rest = fight.combatants.filter((other) => other !== gone);
  return rest.length > 0 ? withCombatants(fight, rest, fight.combatants[fight.turn]) : null;
}

/** A fight that others join; a new one where there is none. */
export function joined(fight: Fight | null, others: Combatant[]): Fight {
  const before = fight ?? { round: 1, turn: 0, combatants: [] };
  return withCombatants(before, [...before.combatants, ...others], fight ? before.combatants[before.turn] : undefined);
}

export function character(name: string, initiative: number): Combatant {
  return { who: CHARACTER + name, number: 1, initiative, damage: 0, conditions: [] };
}

/** The name of a character; null where it is a creature. */
export function characterName(who: string): string | null {
  return who.startsWith(CHARACTER) ? who.slice(CHARACTER.length) : null;
}

/** Creatures of a plan that do not take part yet. Those of one kind share the initiative that `roll` gives. */
export function missing(fight: Fight | null, members: Member[], roll: (id: string) => number): Combatant[] {
  return members.flatMap(({ id, count }) => {
    const numbers = (fight?.combatants ?? []).filter(({ who }) => who === id).map(({ number }) => number);
    const first = Math.max(0, ...numbers);
    const more = count - numbers.length;
    const initiative = more > 0 ? roll(id) : 0;
    return Array.from({ length: Math.max(0, more) }, (_, index) => ({
      who: id,
      number: first + index + 1,
      initiative,
      damage: 0,
      conditions: [],
    }));
  });
}

/** The next turn. Combatants that are down have none, and after the last one a round begins. */
export function advanced(fight: Fight, isDown: (combatant: Combatant) => boolean): Fight {
  const { combatants, turn, round } = fight;
  const order = combatants.map((_, index) => (turn + 1 + index) % combatants.length);
  const next = order.find((at) => !isDown(combatants[at] as Combatant)) ?? (turn + 1) % combatants.length;
  return { ...fight, turn: next, round: next <= turn ? Math.min(round + 1, 999) : round };
}
