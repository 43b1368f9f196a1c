// Columns: what a table shows of each family beside names and books.

import { common, columns as texts } from "../../texts/en.json";
import type { Family, Hit } from "./answers";
import { filled } from "./texts";
import { capitalized, grouped, plain, titled } from "./words";

export interface Column {
  head: string;
  /** What sorts by it, in the schema's words; none where the schema has nothing. */
  sort?: string;
  isNumber?: true;
  /** Its texts may take several lines. */
  isLong?: true;
  cell: (hit: Hit) => string;
}

const isSo = (truth: boolean | null | undefined) => (truth ? "✓" : "");
const said = (code: string | null | undefined) => (code ? capitalized(plain(code)) : "");
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
      head: texts.level,
      sort: "LEVEL",
      isNumber: true,
      cell: ({ level }) => (level === 0 ? common.cantrip : number(level)),
    },
    { head: texts.school, sort: "SCHOOL", cell: ({ school }) => said(school) },
    {
      head: texts.castingTime,
      sort: "CASTING_TIME",
      isLong: true,
      cell: ({ castingTimeLabel }) => castingTimeLabel ?? "",
    },
    { head: texts.range, sort: "RANGE", isLong: true, cell: ({ rangeText }) => rangeText ?? "" },
    { head: texts.duration, sort: "DURATION", isLong: true, cell: ({ duration }) => capitalized(duration ?? "") },
    { head: texts.concentration, cell: ({ concentration }) => isSo(concentration) },
    { head: texts.ritual, cell: ({ ritual }) => isSo(ritual) },
    { head: texts.classes, isLong: true, cell: ({ classSlugs }) => classSlugs?.map(titled).join(", ") ?? "" },
  ],
  CREATURE: [
    {
      head: texts.rating,
      sort: "CHALLENGE_RATING",
      isNumber: true,
      cell: ({ challengeRatingText }) => challengeRatingText ?? "",
    },
    { head: texts.type, sort: "TYPE", cell: ({ creatureType }) => said(creatureType) },
    { head: texts.size, sort: "SIZE", cell: ({ size }) => said(size) },
    { head: texts.armorClass, sort: "ARMOR_CLASS", isNumber: true, cell: ({ armorClass }) => number(armorClass) },
    { head: texts.hitPoints, sort: "HIT_POINTS", isNumber: true, cell: ({ hitPoints }) => number(hitPoints) },
    { head: texts.alignment, isLong: true, cell: ({ alignment }) => capitalized(alignment ?? "") },
  ],
  EQUIPMENT: [
    { head: texts.category, sort: "CATEGORY", cell: ({ category, equipmentKind }) => said(category ?? equipmentKind) },
    { head: texts.rarity, sort: "RARITY_RANK", cell: ({ rarity }) => said(rarity) },
    { head: texts.cost, sort: "COST", isNumber: true, cell: price },
    {
      head: texts.weight,
      sort: "WEIGHT",
      isNumber: true,
      cell: ({ weight }) => (weight ? filled(texts.pounds, { number: number(weight) }) : ""),
    },
    { head: texts.attunement, cell: ({ requiresAttunement }) => isSo(requiresAttunement) },
  ],
  CHARACTER_OPTION: [
    { head: texts.kind, sort: "KIND", cell: ({ optionKind }) => said(optionKind) },
    { head: texts.level, sort: "LEVEL", isNumber: true, cell: ({ level }) => number(level) },
    { head: texts.owner, cell: ({ ownerSlug, parentSlug }) => titled(ownerSlug ?? parentSlug ?? "") },
  ],
  RULE: [
    { head: texts.kind, sort: "KIND", cell: ({ ruleKind }) => said(ruleKind) },
    { head: texts.chapter, sort: "CHAPTER", cell: ({ chapter }) => said(chapter) },
  ],
};
