// Roles of creatures in a fight, told apart by what they do.

import type { Hit } from "../answers";

export const ROLES = ["leader", "caster", "archer", "controller", "guard", "brute", "skirmisher", "fighter"] as const;
export type Role = (typeof ROLES)[number];

/** Feet from which an attack is one from afar. */
const FAR = 60;
/** Feet that a quick creature walks. */
const QUICK = 40;

/** What a creature is in a fight: the first of the roles that fits. */
export function roleOf(creature: Hit): Role {
  const rating = creature.challengeRating ?? 0;
  const does: Record<Role, boolean> = {
    leader: (creature.legendaryUses ?? 0) > 0,
    caster: (creature.spellcastingKinds ?? []).length > 0,
    archer: (creature.attackKinds ?? []).includes("ranged") && (creature.longestRange ?? 0) >= FAR,
    controller: (creature.conditionsInflicted ?? []).length > 0,
    // Above what creatures of the rating mostly have.
    guard: (creature.armorClass ?? 0) >= 15 + rating / 4,
    brute: (creature.hitPoints ?? 0) >= 20 + 17 * rating,
    skirmisher: (creature.speed?.fly ?? 0) > 0 || (creature.speed?.walk ?? 0) >= QUICK,
    fighter: true,
  };
  return ROLES.find((role) => does[role]) ?? "fighter";
}
