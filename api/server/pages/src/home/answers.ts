// What the operations answer.

import entity from "./operations/entity.graphql";
import search from "./operations/search.graphql";
import stored from "./operations/stored.graphql";
import suggest from "./operations/suggest.graphql";

/** An operation, with what it answers. */
export interface Operation<T> {
  text: string;
  /** Only for the type. */
  answers?: T;
}

export const ENTITY: Operation<{ node: Entity | null }> = { text: entity };
export const SEARCH: Operation<{ search: Found }> = { text: search };
export const STORED: Operation<Stored> = { text: stored };
export const SUGGEST: Operation<{ suggest: { name: string }[] }> = { text: suggest };

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
    listings: { source: string; endpoint: string; error: string | null }[];
  };
  meta: { fetchedAt: string | null };
  documents: { totalCount: number; nodes: Book[] };
}

export interface Book {
  key: string;
  name: string;
  displayName: string | null;
  publisher: string | null;
  gameSystemName: string | null;
  license: string | null;
  permalink: string | null;
  entityCount: number;
}

export interface Found {
  totalCount: number;
  facets: { values: { value: Family; count: number }[] }[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
  edges: { snippet: string | null; node: Hit }[];
  meta: { message: string | null; warnings: string[]; correctedQuery: string | null };
}

export interface Hit {
  id: string;
  name: string;
  family: Family;
  document: { name: string; displayName: string | null; gameSystem: string | null } | null;
  level?: number;
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
}

export interface Link {
  id: string;
  name: string;
  document: { name: string; displayName: string | null } | null;
}

export interface Entity {
  id: string;
  name: string;
  family: Family;
  markdown: string;
  source: { names: string[]; url: string };
  document:
    | (Link["document"] & {
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
