// Families of content: their names, the facets that narrow them, and what they are sorted by.

import { facets, families, type sorts } from "../../texts/en.json";
import type { Family } from "./answers";

export const FAMILIES = families satisfies Record<Family, { one: string; many: string }>;

/** A field to narrow by. Its name is the parameter's in the address, and that of its label. */
export interface Facet {
  name: keyof typeof facets;
  /** The field of the family's filter, where that has another name. */
  field?: string;
  /**
   * How values are compared: `known` asks whether there is a value, `range` is from a value to another, and `argument`
   * stands for an argument of the list instead of a field of the filter.
   */
  compare: "number" | "word" | "list" | "truth" | "known" | "range" | "argument";
  /** Only one value at a time. */
  single?: true;
  /** Short values, shown side by side. */
  chips?: true;
  /** Open from the start. */
  open?: true;
  /** Values in their order; the others follow by name. */
  order?: string[];
  /** All values, where the server does not count what has each. */
  values?: string[];
  /** Among the filters that are folded together. */
  more?: true;
}

const EDITION: Facet = {
  name: "gameSystem",
  compare: "argument",
  single: true,
  chips: true,
  open: true,
  order: ["5e-2024", "5e-2014"],
};
const BOOK: Facet = { name: "documents", compare: "argument" };
const CONDITION: Facet = { name: "conditionsInflicted", compare: "list" };
const EFFECT: Facet = { name: "effects", compare: "list" };
const SIZES = ["tiny", "small", "medium", "large", "huge", "gargantuan"];
const RARITIES = ["common", "uncommon", "rare", "very-rare", "legendary", "artifact", "varies"];
const WEIGHTS = ["light", "medium", "heavy", "shield"];
const SHAPES = ["cone", "cube", "cylinder", "line", "sphere"];
const ABILITIES = ["strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma"];
const SENSES = ["blindsight", "darkvision", "tremorsense", "truesight"];
const DAMAGES = words(`acid bludgeoning cold fire force lightning necrotic piercing poison psychic radiant slashing
  thunder`);
const CONDITIONS = words(`blinded charmed deafened exhaustion frightened grappled incapacitated invisible paralyzed
  petrified poisoned prone restrained stunned unconscious`);
const LANGUAGES = words(`abyssal aquan auran celestial common deep-speech draconic druidic dwarvish elvish giant gnoll
  gnomish goblin ignan infernal orc primordial sylvan terran undercommon`);
const CLASSES = words(`artificer barbarian bard cleric druid fighter monk paladin ranger rogue sorcerer warlock
  wizard`);
const SPELL_LEVELS = words("0 1 2 3 4 5 6 7 8 9");
const LEVELS = Array.from({ length: 20 }, (_, index) => `${index + 1}`);
const RATINGS = [...words("0 1/8 1/4 1/2"), ...Array.from({ length: 30 }, (_, index) => `${index + 1}`)];

function words(text: string): string[] {
  return text.split(/\s+/);
}

/** Folded filters: whether something is so, and lists of values. */
function whether(name: Facet["name"], compare: "truth" | "known" = "truth"): Facet {
  return { name, compare, values: ["true", "false"], more: true };
}

function any(name: Facet["name"], values: string[], compare: "list" | "word" = "list"): Facet {
  return { name, compare, values, more: true };
}

const TIMES = ["action", "bonus-action", "reaction", "round", "1minute", "5minutes", "10minutes", "1hour"];

/** The facets of a family, in the order in which a table asks for them. */
export const FACETS: Record<Family | "ALL", Facet[]> = {
  ALL: [EDITION, { ...BOOK, open: true }],
  SPELL: [
    EDITION,
    { name: "level", compare: "number", chips: true, open: true },
    { name: "classes", compare: "list", open: true },
    { name: "school", compare: "word" },
    { name: "castingTime", compare: "word", order: TIMES },
    { name: "concentration", compare: "truth" },
    { name: "ritual", compare: "truth" },
    { name: "damageTypes", compare: "list" },
    { name: "savingThrow", compare: "word" },
    CONDITION,
    EFFECT,
    BOOK,
    { name: "levels", field: "level", compare: "range", values: SPELL_LEVELS, more: true },
    whether("attackRoll"),
    whether("heals"),
    whether("verbal"),
    whether("somatic"),
    whether("material"),
    whether("materialConsumed"),
    any("areaShape", SHAPES, "word"),
  ],
  CREATURE: [
    EDITION,
    { name: "challengeRating", compare: "word", chips: true, open: true },
    { name: "type", compare: "word", open: true },
    { name: "size", compare: "word", order: SIZES },
    { name: "environments", compare: "list" },
    { name: "alignment", compare: "word" },
    CONDITION,
    BOOK,
    { name: "ratings", field: "challengeRating", compare: "range", values: RATINGS, more: true },
    whether("legendary"),
    { ...whether("spellcaster", "known"), field: "spells" },
    whether("flies"),
    whether("swims"),
    { ...whether("climbs", "known"), field: "climbSpeed" },
    whether("burrows"),
    { name: "savesForced", compare: "list", order: ABILITIES, more: true },
    { name: "damageTypesDealt", compare: "list", more: true },
    { name: "attackKinds", compare: "list", more: true },
    any("damageResistances", DAMAGES),
    any("damageImmunities", DAMAGES),
    any("damageVulnerabilities", DAMAGES),
    any("conditionImmunities", CONDITIONS),
    any("senses", SENSES),
    any("languages", LANGUAGES),
  ],
  EQUIPMENT: [
    EDITION,
    { name: "kind", compare: "word", open: true },
    { name: "rarity", compare: "word", order: RARITIES, open: true },
    { name: "category", compare: "word" },
    { name: "requiresAttunement", compare: "truth" },
    { name: "properties", compare: "list" },
    { name: "damageType", compare: "word" },
    BOOK,
    { name: "cost", compare: "range", more: true },
    { name: "weight", compare: "range", more: true },
    whether("magic"),
    whether("martial"),
    any("armorCategory", WEIGHTS, "word"),
    any("weaponRange", ["melee", "ranged"], "word"),
  ],
  CHARACTER_OPTION: [
    EDITION,
    { name: "kind", compare: "word", open: true },
    { name: "featureKind", compare: "word" },
    { name: "casterType", compare: "word" },
    { name: "featCategory", compare: "word" },
    { ...BOOK, open: true },
    { name: "levels", field: "level", compare: "range", values: LEVELS, more: true },
    any("owner", CLASSES, "word"),
    { name: "activation", compare: "word", order: TIMES, more: true },
    { name: "recovery", compare: "list", more: true },
    whether("repeatable"),
  ],
  RULE: [
    EDITION,
    { name: "kind", compare: "word", open: true },
    { name: "chapter", compare: "word" },
    { name: "section", compare: "word" },
    BOOK,
  ],
};

/** The kinds of families, as their filter `kind` has them. */
const KINDS: Partial<Record<Family, string[]>> = {
  EQUIPMENT: words("ARMOR GEAR MAGIC_ITEM WEAPON"),
  CHARACTER_OPTION: words("BACKGROUND CLASS FEAT FEATURE RACE SUBCLASS SUBRACE"),
  RULE: words(`ABILITY_SCORE ALIGNMENT CONDITION DAMAGE_TYPE ENVIRONMENT LANGUAGE MAGIC_SCHOOL PLANE PROFICIENCY SKILL
    WEAPON_PROPERTY`),
};

/** Other words for families and kinds. */
const SYNONYMS: Record<string, string> = {
  monster: "creature",
  item: "equipment",
  species: "race",
  lineage: "subrace",
};

/** The family that a word names, and the kind of it where it names one: `spell`, `Monsters`, `magic items`, `classes`. */
export function familyNamed(word: string): { family: Family; kind?: string } | null {
  const lettersOf = (text: string) => text.toLowerCase().replaceAll(/[^a-z]/g, "");
  const typed = lettersOf(word);
  const singulars = [typed, typed.replace(/s$/, ""), typed.replace(/es$/, ""), typed.replace(/ies$/, "y")];
  const known = singulars.map((text) => SYNONYMS[text] ?? text);
  for (const family of Object.keys(FAMILIES) as Family[]) {
    if (known.includes(lettersOf(family))) {
      return { family };
    }
    const kind = KINDS[family]?.find((one) => known.includes(lettersOf(one)));
    if (kind) {
      return { family, kind };
    }
  }
  return null;
}

/** What a family is sorted by beside its names, in the schema's words. */
export const SORTS: Record<Family, (keyof typeof sorts)[]> = {
  SPELL: ["NAME", "LEVEL", "SCHOOL", "CASTING_TIME", "RANGE", "DURATION", "MATERIAL_COST", "DOCUMENT"],
  CREATURE: [
    "NAME",
    "CHALLENGE_RATING",
    "TYPE",
    "SIZE",
    "ARMOR_CLASS",
    "HIT_POINTS",
    "INITIATIVE_BONUS",
    "PASSIVE_PERCEPTION",
    "EXPERIENCE_POINTS",
    "DOCUMENT",
  ],
  EQUIPMENT: ["NAME", "KIND", "CATEGORY", "RARITY_RANK", "COST", "WEIGHT", "AC_BASE", "DOCUMENT"],
  CHARACTER_OPTION: ["NAME", "KIND", "LEVEL", "DOCUMENT"],
  RULE: ["NAME", "KIND", "CHAPTER", "DOCUMENT"],
};

/** The name of a facet in the schema. */
export function facetName({ name, field }: Facet): string {
  return name === BOOK.name ? "document" : (field ?? name);
}

/** Whether the server counts the values of a facet. */
export function isCounted({ compare, values }: Facet): boolean {
  return compare !== "range" && !values;
}

/** Whether a facet has one value at a time. What is so or not so has three states: yes, no, any. */
export function isSingle({ single, compare }: Facet): boolean {
  return single === true || isTruth(compare) || compare === "range";
}

export function isTruth(compare: Facet["compare"]): boolean {
  return compare === "truth" || compare === "known";
}

/** Whether values of a facet can be left out, too: an entry has one, has not, or it does not matter. */
export function canLeaveOut({ compare, single, chips }: Facet): boolean {
  return (compare === "word" || compare === "list") && !single && !chips;
}

/** A value that is left out stands behind a sign. */
const NOT = "-";

export function isLeftOut(value: string): boolean {
  return value.startsWith(NOT);
}

/** A value with the sign that it is left out, or without it. */
export function opposite(value: string): string {
  return isLeftOut(value) ? value.slice(NOT.length) : NOT + value;
}
