// Columns: what a table shows of each family beside names and books.

import type { Family, Hit } from "./answers";
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
  const [amount, coin] = cost >= 1 ? [cost, "GP"] : cost >= 0.1 ? [cost * 10, "SP"] : [cost * 100, "CP"];
  return `${grouped(amount)} ${coin}${costPer ? ` a ${costPer}` : ""}`;
}

export const COLUMNS: Record<Family, Column[]> = {
  SPELL: [
    { head: "Level", sort: "LEVEL", isNumber: true, cell: ({ level }) => (level === 0 ? "Cantrip" : number(level)) },
    { head: "School", sort: "SCHOOL", cell: ({ school }) => said(school) },
    {
      head: "Casting time",
      sort: "CASTING_TIME",
      isLong: true,
      cell: ({ castingTimeLabel }) => castingTimeLabel ?? "",
    },
    { head: "Range", sort: "RANGE", isLong: true, cell: ({ rangeText }) => rangeText ?? "" },
    { head: "Duration", sort: "DURATION", isLong: true, cell: ({ duration }) => capitalized(duration ?? "") },
    { head: "Conc.", cell: ({ concentration }) => isSo(concentration) },
    { head: "Ritual", cell: ({ ritual }) => isSo(ritual) },
    { head: "Classes", isLong: true, cell: ({ classSlugs }) => classSlugs?.map(titled).join(", ") ?? "" },
  ],
  CREATURE: [
    {
      head: "CR",
      sort: "CHALLENGE_RATING",
      isNumber: true,
      cell: ({ challengeRatingText }) => challengeRatingText ?? "",
    },
    { head: "Type", sort: "TYPE", cell: ({ creatureType }) => said(creatureType) },
    { head: "Size", sort: "SIZE", cell: ({ size }) => said(size) },
    { head: "AC", sort: "ARMOR_CLASS", isNumber: true, cell: ({ armorClass }) => number(armorClass) },
    { head: "HP", sort: "HIT_POINTS", isNumber: true, cell: ({ hitPoints }) => number(hitPoints) },
    { head: "Alignment", isLong: true, cell: ({ alignment }) => capitalized(alignment ?? "") },
  ],
  EQUIPMENT: [
    { head: "Category", sort: "CATEGORY", cell: ({ category, equipmentKind }) => said(category ?? equipmentKind) },
    { head: "Rarity", sort: "RARITY_RANK", cell: ({ rarity }) => said(rarity) },
    { head: "Cost", sort: "COST", isNumber: true, cell: price },
    { head: "Weight", sort: "WEIGHT", isNumber: true, cell: ({ weight }) => (weight ? `${number(weight)} lb.` : "") },
    { head: "Attunement", cell: ({ requiresAttunement }) => isSo(requiresAttunement) },
  ],
  CHARACTER_OPTION: [
    { head: "Kind", sort: "KIND", cell: ({ optionKind }) => said(optionKind) },
    { head: "Level", sort: "LEVEL", isNumber: true, cell: ({ level }) => number(level) },
    { head: "Owner", cell: ({ ownerSlug, parentSlug }) => titled(ownerSlug ?? parentSlug ?? "") },
  ],
  RULE: [
    { head: "Kind", sort: "KIND", cell: ({ ruleKind }) => said(ruleKind) },
    { head: "Chapter", sort: "CHAPTER", cell: ({ chapter }) => said(chapter) },
  ],
};
