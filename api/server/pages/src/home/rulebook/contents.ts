// The contents of a rulebook: chapters, their sections, and the rules of each, in the order of the book.

import { rulebook as texts } from "../../../texts/en.json";
import type { RuleEntry } from "../answers";
import { capitalized, plain } from "../words";

/** A page of the book: a section with its rules. */
export interface Section {
  id: string;
  slug: string;
  name: string;
  rules: { id: string; slug: string; name: string }[];
}

export interface Chapter {
  name: string;
  sections: Section[];
}

function words(text: string): string[] {
  return text.split(/\s+/);
}

/** Chapters, and sections where no chapter says their order, as the reference documents print them. */
const PRINTED: Record<string, string[]> = {
  "5e-2014": words(`races leveling-up multiclassing alignment languages inspiration background equipment feats
    using-ability-scores adventuring combat spellcasting monsters nonplayer-characters appendix`),
  "5e-2024": words(`playing-the-game rhythm-of-play the-six-abilities d20-tests proficiency actions social-interaction
    exploration combat damage-and-healing conditions character-creation create-your-character multiclassing trinkets
    character-origins feats equipment mounts-and-vehicles lifestyle-expenses crafting-nonmagical-items spells
    rules-glossary gameplay-toolbox magic-items monsters`),
};

/** Chapters in their order. A rule of no section is a section of its own. */
export function chaptersOf(entries: RuleEntry[]): Chapter[] {
  const printed = PRINTED[entries[0]?.document?.gameSystem ?? ""] ?? [];
  const heads = new Set(entries.filter(({ ruleKind }) => ruleKind === "SECTION").map(({ id }) => id));
  const chapters = new Map<string, RuleEntry[]>();
  const rules = new Map<string, RuleEntry[]>();
  for (const entry of entries) {
    const section = entry.section?.id ?? "";
    const isHead = heads.has(entry.id) || !heads.has(section);
    const [map, key] = isHead ? [chapters, entry.chapter ?? ""] : [rules, section];
    map.set(key, [...(map.get(key) ?? []), entry]);
  }
  const inOrder = (slugs: string[], order: string[]) =>
    slugs.toSorted((one, other) => rank(order, one) - rank(order, other));
  return inOrder([...chapters.keys()], printed).map((chapter) => {
    const sections = chapters.get(chapter) ?? [];
    const head = sections.find(({ slug }) => slug === chapter);
    const order = [chapter, ...(head?.relatedSlugs ?? []), ...printed];
    return {
      name: head?.name ?? (chapter ? capitalized(plain(chapter)) : texts.others),
      sections: sections
        .toSorted((one, other) => rank(order, one.slug) - rank(order, other.slug))
        .map(({ id, slug, name }) => ({
          id,
          slug,
          name,
          rules: (rules.get(id) ?? []).toSorted((one, other) => (one.order ?? 0) - (other.order ?? 0)),
        })),
    };
  });
}

function rank(order: string[], slug: string): number {
  const at = order.indexOf(slug);
  return at < 0 ? order.length : at;
}

/** The sections before and behind one. */
export function neighbours(chapters: Chapter[], section: Section): { before?: Section; behind?: Section } {
  const all = chapters.flatMap(({ sections }) => sections);
  const at = all.indexOf(section);
  const [before, behind] = [all[at - 1], all[at + 1]];
  return { ...(before && { before }), ...(behind && { behind }) };
}

/** Characters of a text that tell it from others. */
const SAMPLE = 60;

/** Whether the text of a section has that of one of its rules, as some books print them in one. */
export function hasText(section: string, rule: { name: string; markdown: string }): boolean {
  const isHeading = section.split("\n").some((line) => line.replace(/^#+ /, "") === rule.name && line !== rule.name);
  const paragraphs = rule.markdown
    .replace(/\n---\n[^]*$/, "")
    .trim()
    .split("\n\n");
  const sample = paragraphs.at(-1)?.slice(0, SAMPLE) ?? "";
  return isHeading || (sample.length === SAMPLE && section.includes(sample));
}
