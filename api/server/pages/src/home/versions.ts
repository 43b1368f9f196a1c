// Versions of one thing: the same spell or creature in several books and editions is one hit.

import type { Book } from "./words";
import { editionOf } from "./words";

export interface Version {
  id: string;
  document: Book | null;
}

/** Hits as things: a hit that is a version of one before it is left out. */
export function grouped<T extends { id: string; versions: Version[] }>(hits: T[]): T[] {
  const shown = new Set<string>();
  return hits.filter(({ id, versions }) => {
    const isNew = !shown.has(id);
    shown.add(id);
    versions.forEach((version) => shown.add(version.id));
    return isNew;
  });
}

const ORDER = ["2024", "2014"];

/** The versions of a thing, with what each is called: its edition, or its book where several are of one edition. */
export function labelled(versions: Version[]): { id: string; label: string; title: string }[] {
  const rank = ({ document }: Version) => {
    const at = ORDER.indexOf(editionOf(document) ?? "");
    return at < 0 ? ORDER.length : at;
  };
  const editions = versions.map(({ document }) => editionOf(document));
  return versions
    .map((version) => {
      const title = version.document?.displayName ?? version.document?.name ?? "";
      const edition = editionOf(version.document);
      const isOnly = edition !== null && editions.filter((other) => other === edition).length === 1;
      return { id: version.id, label: isOnly ? edition : title, title, rank: rank(version) };
    })
    .sort((one, other) => one.rank - other.rank || one.title.localeCompare(other.title))
    .map(({ rank: _, ...version }) => version);
}
