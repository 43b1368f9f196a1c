// Families of content: their names, the facets that narrow them, and what they are sorted by.

import type { Family } from "./answers";

export const FAMILIES: Record<Family, { one: string; many: string }> = {
  SPELL: { one: "Spell", many: "Spells" },
  CREATURE: { one: "Creature", many: "Creatures" },
  EQUIPMENT: { one: "Equipment", many: "Equipment" },
  CHARACTER_OPTION: { one: "Character option", many: "Character options" },
  RULE: { one: "Rule", many: "Rules" },
};

/** A field to narrow by. Its name is the parameter's in the address. */
export interface Facet {
  name: string;
  label: string;
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
function whether(name: string, label: string, compare: "truth" | "known" = "truth"): Facet {
  return { name, label, compare, values: ["true", "false"], more: true };
}

function any(name: string, label: string, values: string[], compare: "list" | "word" = "list"): Facet {
  return { name, label, compare, values, more: true };
}

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
    { name: "levels", label: "Levels", field: "level", compare: "range", values: SPELL_LEVELS, more: true },
    whether("attackRoll", "Attack roll"),
    whether("heals", "Heals"),
    whether("verbal", "Verbal"),
    whether("somatic", "Somatic"),
    whether("material", "Material"),
    whether("materialConsumed", "Consumes it"),
    any("areaShape", "Area", SHAPES, "word"),
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
    { name: "ratings", label: "CR", field: "challengeRating", compare: "range", values: RATINGS, more: true },
    whether("legendary", "Legendary"),
    { ...whether("spellcaster", "Spellcaster", "known"), field: "spells" },
    whether("flies", "Flies"),
    whether("swims", "Swims"),
    { ...whether("climbs", "Climbs", "known"), field: "climbSpeed" },
    whether("burrows", "Burrows"),
    { name: "savesForced", label: "Forces a save", compare: "list", order: ABILITIES, more: true },
    { name: "damageTypesDealt", label: "Deals", compare: "list", more: true },
    { name: "attackKinds", label: "Attacks", compare: "list", more: true },
    any("damageResistances", "Resists", DAMAGES),
    any("damageImmunities", "Immune to damage", DAMAGES),
    any("damageVulnerabilities", "Vulnerable to", DAMAGES),
    any("conditionImmunities", "Immune to condition", CONDITIONS),
    any("senses", "Senses", SENSES),
    any("languages", "Language", LANGUAGES),
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
    { name: "cost", label: "Price in GP", compare: "range", more: true },
    { name: "weight", label: "Weight in lb.", compare: "range", more: true },
    whether("magic", "Magic"),
    whether("martial", "Martial"),
    any("armorCategory", "Armor", WEIGHTS, "word"),
    any("weaponRange", "Weapon", ["melee", "ranged"], "word"),
  ],
  CHARACTER_OPTION: [
    EDITION,
    { name: "kind", label: "Kind", compare: "word", open: true },
    { name: "featureKind", label: "Kind of feature", compare: "word" },
    { name: "casterType", label: "Caster", compare: "word" },
    { name: "featCategory", label: "Kind of feat", compare: "word" },
    { ...BOOK, open: true },
    { name: "levels", label: "Levels", field: "level", compare: "range", values: LEVELS, more: true },
    any("owner", "Feature of", CLASSES, "word"),
    { name: "activation", label: "Takes", compare: "word", order: TIMES, more: true },
    { name: "recovery", label: "Regained by", compare: "list", more: true },
    whether("repeatable", "Repeatable"),
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
    ["NAME", "Name"],
    ["LEVEL", "Level"],
    ["SCHOOL", "School"],
    ["CASTING_TIME", "Casting time"],
    ["RANGE", "Range"],
    ["DURATION", "Duration"],
    ["DOCUMENT", "Book"],
  ],
  CREATURE: [
    ["NAME", "Name"],
    ["CHALLENGE_RATING", "Challenge rating"],
    ["TYPE", "Type"],
    ["SIZE", "Size"],
    ["ARMOR_CLASS", "Armor class"],
    ["HIT_POINTS", "Hit points"],
    ["DOCUMENT", "Book"],
  ],
  EQUIPMENT: [
    ["NAME", "Name"],
    ["KIND", "Kind"],
    ["CATEGORY", "Category"],
    ["RARITY_RANK", "Rarity"],
    ["COST", "Price"],
    ["WEIGHT", "Weight"],
    ["DOCUMENT", "Book"],
  ],
  CHARACTER_OPTION: [
    ["NAME", "Name"],
    ["KIND", "Kind"],
    ["LEVEL", "Level"],
    ["DOCUMENT", "Book"],
  ],
  RULE: [
    ["NAME", "Name"],
    ["KIND", "Kind"],
    ["CHAPTER", "Chapter"],
    ["DOCUMENT", "Book"],
  ],
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
