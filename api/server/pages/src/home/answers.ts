// What the operations answer.

import candidates from "./operations/candidates.graphql";
import cards from "./operations/cards.graphql";
import conditions from "./operations/conditions.graphql";
import characterOptions from "./operations/character-options.graphql";
import creatures from "./operations/creatures.graphql";
import encounter from "./operations/encounter.graphql";
import entity from "./operations/entity.graphql";
import equipment from "./operations/equipment.graphql";
import files from "./operations/files.graphql";
import importing from "./operations/import.graphql";
import preview from "./operations/preview.graphql";
import rulebook from "./operations/rulebook.graphql";
import rulebooks from "./operations/rulebooks.graphql";
import rules from "./operations/rules.graphql";
import search from "./operations/search.graphql";
import spells from "./operations/spells.graphql";
import stored from "./operations/stored.graphql";
import suggest from "./operations/suggest.graphql";
import type { Book as BookName } from "./words";

/** An operation, with what it answers. */
export interface Operation<T> {
  text: string;
  /** One answer is enough for the visit. */
  isLasting?: true;
  /** Only for the type. */
  answers?: T;
}

export const CANDIDATES: Operation<{ encounterCandidates: Candidates }> = { text: candidates };
export const CARDS: Operation<{ nodes: (Card | null)[] }> = { text: cards };
export const CONDITION_RULES: Operation<{ rules: { nodes: { id: string; name: string; slug: string }[] } }> = {
  text: conditions,
  isLasting: true,
};
export const ENCOUNTER: Operation<{ rules2024: Judgement; rules2014: Judgement }> = { text: encounter };
export const ENTITY: Operation<{ node: Entity | null }> = { text: entity };
export const FILES: Operation<{ nodes: ({ file: string | null } | null)[] }> = { text: files };
export const IMPORT: Operation<{ importContent: Imported }> = { text: importing };
export const PREVIEW: Operation<{ node: (Hit & { markdown: string }) | null }> = { text: preview, isLasting: true };
export const RULEBOOK: Operation<{
  text: { nodes: RuleEntry[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } };
  reference: { facets: Counts[] };
}> = { text: rulebook };
export const RULEBOOKS: Operation<{ rules: { facets: Counts[] } }> = { text: rulebooks, isLasting: true };
export const STORED: Operation<Stored> = { text: stored };
export const SUGGEST: Operation<{ suggest?: { name: string }[]; suggestWhere?: { term: string; text: string }[] }> = {
  text: suggest,
};

/** The list of a family, or of all. */
export const LISTS: Record<Family | "ALL", Operation<Listed>> = {
  ALL: { text: search },
  SPELL: { text: spells },
  CREATURE: { text: creatures },
  EQUIPMENT: { text: equipment },
  CHARACTER_OPTION: { text: characterOptions },
  RULE: { text: rules },
};

export type Family = "SPELL" | "CREATURE" | "EQUIPMENT" | "CHARACTER_OPTION" | "RULE";

export interface Stored {
  status: {
    version: string;
    syncing: boolean;
    cacheStatus: "FRESH" | "OFFLINE" | "REFRESHING" | "STALE";
    entityCount: number;
    entities: { family: Family; count: number }[];
    passages: number;
    embedded: number;
    model: string | null;
    pendingModel: string | null;
    pendingEmbedded: number | null;
    modelNotice: string | null;
    failedPassages: number;
    listings: { source: string; endpoint: string; error: string | null; lastSuccess: string | null }[];
  };
  meta: { fetchedAt: string | null };
  documents: { totalCount: number; nodes: Book[] };
}

export interface Book {
  key: string;
  name: string;
  displayName: string | null;
  publisher: string | null;
  gameSystem: string | null;
  gameSystemName: string | null;
  license: string | null;
  permalink: string | null;
  entityCount: number;
  counts: { family: Family; count: number }[];
}

/** Values of a facet, and how many have each. */
export interface Counts {
  name: string;
  values: { value: string; label: string | null; count: number }[];
}

export interface Listed {
  found: Found;
  /** Of a search in one family: how many there are of each. */
  everywhere?: { facets: Counts[] };
}

/** What is shown by its name. */
export interface Named {
  id: string;
  name: string;
}

export interface Found {
  totalCount: number;
  matchCount: number | null;
  facets: Counts[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
  edges: { snippet: string | null; node: Hit & { versions: Hit[] }; variantCount?: number; variants?: Named[] }[];
  meta: {
    message: string | null;
    warnings: string[];
    /** Of one family. */
    coverageGaps?: CoverageGap[];
    correctedQuery: string | null;
    /** Without a network: the fields and the conditions that were not heeded. */
    resting?: string[];
    /** What the search was understood to ask, as conditions. */
    understoodWhere: string | null;
  };
}

/** A field that the filter compares and that some books never fill: `documents` are their keys. */
export interface CoverageGap {
  field: string;
  documents: string[];
  message: string;
}

export interface Hit {
  id: string;
  name: string;
  family: Family;
  document: BookName | null;
  level?: number | null;
  school?: string | null;
  ritual?: boolean;
  concentration?: boolean;
  size?: string | null;
  creatureType?: string | null;
  challengeRatingText?: string | null;
  equipmentKind?: string;
  category?: string | null;
  rarity?: string | null;
  optionKind?: string;
  parentSlug?: string | null;
  ruleKind?: string;
  sectionName?: string | null;
  /** What only tables show. */
  castingTimeLabel?: string;
  rangeText?: string | null;
  duration?: string;
  classSlugs?: string[];
  armorClass?: number | null;
  hitPoints?: number | null;
  alignment?: string | null;
  cost?: number | null;
  costPer?: string | null;
  weight?: number | null;
  /** What tells what a creature does in a fight. */
  challengeRating?: number | null;
  legendaryUses?: number | null;
  spellcastingKinds?: string[];
  attackKinds?: string[];
  longestRange?: number | null;
  conditionsInflicted?: string[];
  speed?: { walk: number | null; fly: number | null; [mode: string]: number | boolean | null } | null;
  environments?: string[];
  requiresAttunement?: boolean | null;
  initiativeBonus?: number | null;
  passivePerception?: number | null;
  experiencePoints?: number | null;
  senses?: Record<string, number | null>;
  damageResistances?: string[];
  damageImmunities?: string[];
  conditionImmunities?: string[];
  languagesText?: string | null;
  verbal?: boolean;
  somatic?: boolean;
  material?: boolean;
  materialCost?: number | null;
  savingThrow?: string | null;
  damageTypes?: string[];
  damageRoll?: string | null;
  areaShape?: string | null;
  areaSize?: number | null;
  areaUnit?: string | null;
  damageDice?: string | null;
  damageType?: string | null;
  acDisplay?: string | null;
  properties?: { name: string }[];
  ownerSlug?: string | null;
  chapter?: string | null;
}

/** What a printed card says. */
export interface Card extends Hit {
  markdown: string;
  hitDice?: string | null;
  modifiers?: { dexterity: number | null } | null;
  document: (BookName & { attribution: string | null; licenses: { name: string }[] }) | null;
}

export interface Link {
  id: string;
  name: string;
  document: BookName | null;
}

export interface Entity {
  id: string;
  name: string;
  family: Family;
  markdown: string;
  source: { names: string[]; url: string };
  document:
    | (BookName & {
        key: string;
        publisher: string | null;
        gameSystemName: string | null;
        permalink: string | null;
        attribution: string | null;
        licenses: { name: string }[];
      })
    | null;
  illustration?: { url: string; altText: string | null } | null;
  similar: { node: Link }[];
  otherVersions: Link[];
  classes?: Link[];
  casters?: Link[];
  spells?: Link[];
  baseWeapon?: Link | null;
  baseArmor?: Link | null;
  variantOf?: Link | null;
  variants?: Link[];
  magicVersions?: Link[];
  parent?: Link | null;
  subclasses?: Link[];
  subraces?: Link[];
  optionSpells?: Link[];
  section?: Link | null;
  rules?: Link[];
  related?: Link[];
}

/** The judgement of the rules of one edition on an encounter. */
export interface Judgement {
  difficulty: string;
  experiencePoints: number;
  adjustedExperiencePoints: number;
  multiplier: number;
  remaining: number | null;
  summary: string;
  warnings: string[];
  thresholds: { difficulty: string; experiencePoints: number }[];
  basis: { rule: string; book: string; page: string };
  creatures: { experiencePoints: number }[];
}

/** A rule in the contents of its book. */
export interface RuleEntry {
  id: string;
  slug: string;
  name: string;
  ruleKind: string;
  chapter: string | null;
  order: number | null;
  relatedSlugs: string[];
  section: { id: string } | null;
  document: { gameSystem: string | null } | null;
}

/** What came of files, or would come of them. */
export interface Imported {
  dryRun: boolean;
  contents: { document: string; family: Family | null; kind: string | null; count: number }[];
  contradictions: { document: string; name: string; rule: string; stated: string; expected: string }[];
  contradictionCounts: { rule: string; count: number }[];
  files: {
    file: string;
    source: string;
    added: number;
    changed: number;
    removed: number;
    kept: number;
    notes: string[];
    skipped: { path: string; reason: string }[];
  }[];
}

/** Creatures that fit into an encounter. */
export interface Candidates {
  totalCount: number;
  budget: { rules: string; remaining: number; reached: string };
  facets: Counts[];
  edges: { maxCount: number; experiencePoints: number; node: Hit & { versions: Hit[] } }[];
  meta: { message: string | null; warnings: string[] };
}
