// Levels of a class: what of its card a character of some level has.

const RISE = /^Level (\d+)|\((\d+)(?:st|nd|rd|th)\b.*\blevels?\)$/;

/** The level at which a feature is gained, by its heading; null where that does not say. */
export function levelOf(heading: string): number | null {
  const [, before, behind] = RISE.exec(heading) ?? [];
  return Number(before ?? behind) || null;
}

/** Whether a text is that of a class or a subclass, whose features come with levels. */
export function hasLevels(markdown: string): boolean {
  const headings = markdown.match(/^###? .+$/gm) ?? [];
  return headings.filter((heading) => levelOf(heading.replace(/^#+ /, "")) !== null).length > 1;
}

/** Headings by their rank. */
const RANKS = ["H1", "H2", "H3", "H4", "H5", "H6"];

/** Hides what of a card is gained above a level, and marks its row in the table; 0 shows all. */
export function showLevel(card: Element, level: number): void {
  // The rank of the heading below which all is hidden.
  let hiding: number | null = null;
  for (const element of card.children) {
    // What is folded has its heading within.
    const heading = element.querySelector("summary > *") ?? element;
    const rank = RANKS.indexOf(heading.nodeName);
    if (rank >= 0 && (hiding === null || rank <= hiding)) {
      const gained = levelOf(heading.textContent ?? "");
      hiding = level > 0 && gained !== null && gained > level ? rank : null;
    }
    element.classList.toggle("later", hiding !== null);
  }
  for (const table of card.querySelectorAll("table")) {
    if (table.querySelector("th")?.textContent === "Level") {
      for (const row of table.tBodies[0]?.rows ?? []) {
        const at = Number.parseInt(row.cells[0]?.textContent ?? "", 10);
        row.classList.toggle("later", level > 0 && at > level);
        row.classList.toggle("now", at === level);
      }
    }
  }
}
