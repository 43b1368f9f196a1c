// Families of content: their names, the facets that narrow them, and what they are sorted by.

import type { Family } from "./answers";

export const FAMILIES: Record<Family, { one: string; many: string }> = {
  SPELL: { one: "Spell", many: "Spells" },
  CREATURE: { one: "Creature", many: "Creatures" },
  EQUIPMENT: { one: "Equipment", many: "Equipment" },
  CHARACTER_OPTION: { one: "Character option", many: "Character options" },
  RULE: { one: "Rule", many: "Rules" },
};

/** A field to narrow by. Its name is the field's in the family's filter, and the parameter's in the address. */
export interface Facet {
  name: string;
  label: string;
  /** How values are compared: `argument` stands for an argument of the list instead of a field of the filter. */
  compare: "number" | "word" | "list" | "truth" | "argument";
  /** Only one value at a time. */
  single?: true;
  /** Short values, shown side by side. */
  chips?: true;
  /** Open from the start. */
  open?: true;
  /** Values in their order; the others follow by name. */
  order?: string[];
}

const EDITION: Facet = {
  name: "gameSystem",
  label: "Edition",
  compare: "argument",
  single: true,
  chips: true,
  open: true,
  order: ["5e-2024", "5e-2014"],
};
const BOOK: Facet = { name: "documents", label: "Book", compare: "argument" };
const CONDITION: Facet = { name: "conditionsInflicted", label: "Inflicts", compare: "list" };
const EFFECT: Facet = { name: "effects", label: "Effects", compare: "list" };
const SIZES = ["tiny", "small", "medium", "large", "huge", "gargantuan"];
const RARITIES = ["common", "uncommon", "rare", "very-rare", "legendary", "artifact", "varies"];
const TIMES = ["action", "bonus-action", "reaction", "round", "1minute", "5minutes", "10minutes", "1hour"];

/** The facets of a family, in the order in which a table asks for them. */
export const FACETS: Record<Family | "ALL", Facet[]> = {
  ALL: [EDITION, { ...BOOK, open: true }],
  SPELL: [
    EDITION,
    { name: "level", label: "Level", compare: "number", chips: true, open: true },
    { name: "classes", label: "Class", compare: "list", open: true },
    { name: "school", label: "School", compare: "word" },
    { name: "castingTime", label: "Casting time", compare: "word", order: TIMES },
    { name: "concentration", label: "Concentration", compare: "truth" },
    { name: "ritual", label: "Ritual", compare: "truth" },
    { name: "damageTypes", label: "Damage", compare: "list" },
    { name: "savingThrow", label: "Saving throw", compare: "word" },
    CONDITION,
    EFFECT,
    BOOK,
  ],
  CREATURE: [
    EDITION,
    { name: "challengeRating", label: "Challenge rating", compare: "word", chips: true, open: true },
    { name: "type", label: "Type", compare: "word", open: true },
    { name: "size", label: "Size", compare: "word", order: SIZES },
    { name: "environments", label: "Environment", compare: "list" },
    { name: "alignment", label: "Alignment", compare: "word" },
    CONDITION,
    BOOK,
  ],
  EQUIPMENT: [
    EDITION,
    { name: "kind", label: "Kind", compare: "word", open: true },
    { name: "rarity", label: "Rarity", compare: "word", order: RARITIES, open: true },
    { name: "category", label: "Category", compare: "word" },
    { name: "requiresAttunement", label: "Attunement", compare: "truth" },
    { name: "properties", label: "Weapon property", compare: "list" },
    { name: "damageType", label: "Damage", compare: "word" },
    BOOK,
  ],
  CHARACTER_OPTION: [
    EDITION,
    { name: "kind", label: "Kind", compare: "word", open: true },
    { name: "featureKind", label: "Kind of feature", compare: "word" },
    { name: "casterType", label: "Caster", compare: "word" },
    { name: "featCategory", label: "Kind of feat", compare: "word" },
    { ...BOOK, open: true },
  ],
  RULE: [
    EDITION,
    { name: "kind", label: "Kind", compare: "word", open: true },
    { name: "chapter", label: "Chapter", compare: "word" },
    { name: "section", label: "Section", compare: "word" },
    BOOK,
  ],
};

/** What a family is sorted by beside its names, as the schema's words and as people's. */
export const SORTS: Record<Family, [string, string][]> = {
  SPELL: [
    ["LEVEL", "Level"],
    ["SCHOOL", "School"],
  ],
  CREATURE: [
    ["CHALLENGE_RATING", "Challenge rating"],
    ["HIT_POINTS", "Hit points"],
    ["TYPE", "Type"],
  ],
  EQUIPMENT: [
    ["RARITY_RANK", "Rarity"],
    ["COST", "Price"],
    ["WEIGHT", "Weight"],
  ],
  CHARACTER_OPTION: [["KIND", "Kind"]],
  RULE: [["KIND", "Kind"]],
};

/** The name of a facet in the schema. */
export function facetName({ name }: Facet): string {
  return name === BOOK.name ? "document" : name;
}
