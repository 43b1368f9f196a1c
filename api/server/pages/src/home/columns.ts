// Columns: what a table shows of each family beside names and books.

import { common, columns as texts } from "../../texts/en.json";
import type { Family, Hit } from "./answers";
import { filled } from "./texts";
import { capitalized, grouped, plain, titled } from "./words";

export interface Column {
  /** Its name in addresses. */
  key: keyof typeof texts;
  head: string;
  /** It is there only where it was chosen. */
  isExtra?: true;
  /** What sorts by it, in the schema's words; none where the schema has nothing. */
  sort?: string;
  isNumber?: true;
  /** Its texts may take several lines. */
  isLong?: true;
  cell: (hit: Hit) => string;
}

const isSo = (truth: boolean | null | undefined) => (truth ? "✓" : "");
const said = (code: string | null | undefined) => (code ? capitalized(plain(code)) : "");
const all = (codes: string[] | undefined) => capitalized((codes ?? []).map(plain).join(", "));
const signed = (value: number | null | undefined) => (value == null ? "" : value < 0 ? `−${-value}` : `+${value}`);
/** Feet by what goes or sees so far: `30, fly 60`, `darkvision 60`. */
const feet = (by: object | null | undefined) =>
  Object.entries(by ?? {})
    .filter(([, far]) => typeof far === "number")
    .map(([what, far]) => (what === "walk" ? far : `${what} ${far}`))
    .join(", ");
/** Extra columns of several lines, and of numbers. */
const long = { isExtra: true, isLong: true } as const;
const amount = { isExtra: true, isNumber: true } as const;
const number = (value: number | null | undefined) => (value == null ? "" : grouped(value));

/** A price in the largest coin that has it whole. */
export function price({ cost, costPer }: { cost?: number | null; costPer?: string | null }): string {
  if (cost == null) {
    return "";
  }
  const [amount, coin] =
    cost >= 1 ? [cost, texts.gold] : cost >= 0.1 ? [cost * 10, texts.silver] : [cost * 100, texts.copper];
  const price = filled(coin, { amount: grouped(amount) });
  return costPer ? filled(texts.each, { price, unit: costPer }) : price;
}

export const COLUMNS: Record<Family, Column[]> = {
  SPELL: [
    {
      key: "level",
      head: texts.level,
      sort: "LEVEL",
      isNumber: true,
      cell: ({ level }) => (level === 0 ? common.cantrip : number(level)),
    },
    { key: "school", head: texts.school, sort: "SCHOOL", cell: ({ school }) => said(school) },
    {
      key: "castingTime",
      head: texts.castingTime,
      sort: "CASTING_TIME",
      isLong: true,
      cell: ({ castingTimeLabel }) => castingTimeLabel ?? "",
    },
    { key: "range", head: texts.range, sort: "RANGE", isLong: true, cell: ({ rangeText }) => rangeText ?? "" },
    {
      key: "duration",
      head: texts.duration,
      sort: "DURATION",
      isLong: true,
      cell: ({ duration }) => capitalized(duration ?? ""),
    },
    { key: "concentration", head: texts.concentration, cell: ({ concentration }) => isSo(concentration) },
    { key: "ritual", head: texts.ritual, cell: ({ ritual }) => isSo(ritual) },
    {
      key: "classes",
      head: texts.classes,
      isLong: true,
      cell: ({ classSlugs }) => classSlugs?.map(titled).join(", ") ?? "",
    },
    {
      key: "components",
      head: texts.components,
      isExtra: true,
      cell: ({ verbal, somatic, material }) =>
        [verbal && texts.verbal, somatic && texts.somatic, material && texts.material].filter(Boolean).join(", "),
    },
    {
      key: "materialCost",
      head: texts.materialCost,
      sort: "MATERIAL_COST",
      ...amount,
      cell: ({ materialCost }) => (materialCost ? filled(texts.gold, { amount: grouped(materialCost) }) : ""),
    },
    { key: "savingThrow", head: texts.savingThrow, isExtra: true, cell: ({ savingThrow }) => said(savingThrow) },
    {
      key: "damage",
      head: texts.damage,
      ...long,
      cell: ({ damageRoll, damageTypes }) => [damageRoll, all(damageTypes).toLowerCase()].filter(Boolean).join(" "),
    },
    {
      key: "area",
      head: texts.area,
      ...long,
      cell: ({ areaSize, areaUnit, areaShape }) => [areaSize, areaUnit, areaShape].filter(Boolean).join(" "),
    },
  ],
  CREATURE: [
    {
      key: "rating",
      head: texts.rating,
      sort: "CHALLENGE_RATING",
      isNumber: true,
      cell: ({ challengeRatingText }) => challengeRatingText ?? "",
    },
    { key: "type", head: texts.type, sort: "TYPE", cell: ({ creatureType }) => said(creatureType) },
    { key: "size", head: texts.size, sort: "SIZE", cell: ({ size }) => said(size) },
    {
      key: "armorClass",
      head: texts.armorClass,
      sort: "ARMOR_CLASS",
      isNumber: true,
      cell: ({ armorClass }) => number(armorClass),
    },
    {
      key: "hitPoints",
      head: texts.hitPoints,
      sort: "HIT_POINTS",
      isNumber: true,
      cell: ({ hitPoints }) => number(hitPoints),
    },
    { key: "alignment", head: texts.alignment, isLong: true, cell: ({ alignment }) => capitalized(alignment ?? "") },
    { key: "speed", head: texts.speed, ...long, cell: ({ speed }) => feet(speed) },
    {
      key: "initiative",
      head: texts.initiative,
      sort: "INITIATIVE_BONUS",
      ...amount,
      cell: ({ initiativeBonus }) => signed(initiativeBonus),
    },
    {
      key: "passivePerception",
      head: texts.passivePerception,
      sort: "PASSIVE_PERCEPTION",
      ...amount,
      cell: ({ passivePerception }) => number(passivePerception),
    },
    {
      key: "experiencePoints",
      head: texts.experiencePoints,
      sort: "EXPERIENCE_POINTS",
      ...amount,
      cell: ({ experiencePoints }) => number(experiencePoints),
    },
    { key: "senses", head: texts.senses, ...long, cell: ({ senses }) => capitalized(feet(senses)) },
    { key: "resistances", head: texts.resistances, ...long, cell: ({ damageResistances }) => all(damageResistances) },
    {
      key: "immunities",
      head: texts.immunities,
      ...long,
      cell: ({ damageImmunities = [], conditionImmunities = [] }) => all([...damageImmunities, ...conditionImmunities]),
    },
    { key: "languages", head: texts.languages, ...long, cell: ({ languagesText }) => languagesText ?? "" },
    { key: "legendary", head: texts.legendary, isExtra: true, cell: ({ legendaryUses }) => isSo(!!legendaryUses) },
    {
      key: "spellcaster",
      head: texts.spellcaster,
      isExtra: true,
      cell: ({ spellcastingKinds }) => isSo(!!spellcastingKinds?.length),
    },
    { key: "environments", head: texts.environments, ...long, cell: ({ environments }) => all(environments) },
  ],
  EQUIPMENT: [
    {
      key: "category",
      head: texts.category,
      sort: "CATEGORY",
      cell: ({ category, equipmentKind }) => said(category ?? equipmentKind),
    },
    { key: "rarity", head: texts.rarity, sort: "RARITY_RANK", cell: ({ rarity }) => said(rarity) },
    { key: "cost", head: texts.cost, sort: "COST", isNumber: true, cell: price },
    {
      key: "weight",
      head: texts.weight,
      sort: "WEIGHT",
      isNumber: true,
      cell: ({ weight }) => (weight ? filled(texts.pounds, { number: number(weight) }) : ""),
    },
    { key: "attunement", head: texts.attunement, cell: ({ requiresAttunement }) => isSo(requiresAttunement) },
    {
      key: "damage",
      head: texts.damage,
      isExtra: true,
      cell: ({ damageDice, damageType }) => [damageDice, damageType].filter(Boolean).join(" "),
    },
    { key: "armorClass", head: texts.armorClass, sort: "AC_BASE", ...long, cell: ({ acDisplay }) => acDisplay ?? "" },
    {
      key: "properties",
      head: texts.properties,
      ...long,
      cell: ({ properties }) => properties?.map(({ name }) => name).join(", ") ?? "",
    },
  ],
  CHARACTER_OPTION: [
    { key: "kind", head: texts.kind, sort: "KIND", cell: ({ optionKind }) => said(optionKind) },
    { key: "level", head: texts.level, sort: "LEVEL", isNumber: true, cell: ({ level }) => number(level) },
    { key: "owner", head: texts.owner, cell: ({ ownerSlug, parentSlug }) => titled(ownerSlug ?? parentSlug ?? "") },
  ],
  RULE: [
    { key: "kind", head: texts.kind, sort: "KIND", cell: ({ ruleKind }) => said(ruleKind) },
    { key: "chapter", head: texts.chapter, sort: "CHAPTER", cell: ({ chapter }) => said(chapter) },
  ],
};
