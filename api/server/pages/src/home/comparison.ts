// Comparison of two records: their parts side by side, and the words in which two texts differ.

import { compare as texts } from "../../texts/en.json";

/** A part of a record: a fact, a trait, an action, a text. */
export interface Part {
  /** The heading that it stands under; none for what stands above all headings. */
  section: string;
  name: string;
  text: string;
}

/** The same part of two records, as far as each has it. */
export interface Row {
  section: string;
  name: string;
  left: string | null;
  right: string | null;
  differs: boolean;
}

const FACT = /^- \*\*(.+?):\*\* (.*)$/;
/** Facts of a stat block of 2024, which may share a line: `- **AC** 17  **Initiative** +2 (12)`. */
const SHORT_FACTS = /^- \*\*[^*:]+\*\* /;
const SHORT_FACT = /\*\*([^*]+)\*\* ([^*]*)/g;
/** What stat blocks of 2014 call the same. */
const LONG_NAMES: Record<string, string> = {
  AC: "Armor Class",
  HP: "Hit Points",
  CR: "Challenge",
  Vulnerabilities: "Damage Vulnerabilities",
  Resistances: "Damage Resistances",
};
const NAMED = /^\*\*\*(.+?)\.\*\*\* ?(.*)$/s;
const HEADING = /^(#{1,6}) (.*)$/;

/** The parts of a record's Markdown, as the schema renders it. */
export function parts(markdown: string): Part[] {
  const found: Part[] = [];
  let section = "";
  let isIn = "";
  const add = (name: string, text: string) => found.push({ section, name, text });
  for (const block of blocks(markdown)) {
    const [, level = "", heading = ""] = HEADING.exec(block) ?? [];
    const lines = block.split("\n");
    const named = NAMED.exec(block);
    if (level === "##") {
      [section, isIn] = [heading, ""];
    } else if (level.length > 2) {
      isIn = heading;
    } else if (level) {
      // The title names the record itself.
    } else if (block.startsWith("| STR |")) {
      const [names = [], , scores = []] = lines.map(cells);
      names.forEach((name, index) => add(name, scores[index] ?? ""));
    } else if (block.startsWith("| Ability |")) {
      lines.slice(2).forEach((line) => {
        const [name = "", score = "", modifier = ""] = cells(line);
        add(name.toUpperCase(), `${score} (${modifier})`);
      });
    } else if (named) {
      isIn = named[1] ?? "";
      add(isIn, named[2] ?? "");
    } else if (!isIn && lines.every((line) => FACT.test(line))) {
      lines.map((line) => FACT.exec(line)).forEach((fact) => add(fact?.[1] ?? "", fact?.[2] ?? ""));
    } else if (!isIn && lines.every((line) => SHORT_FACTS.test(line))) {
      for (const line of lines) {
        for (const [, name = "", value = ""] of line.matchAll(SHORT_FACT)) {
          add(LONG_NAMES[name] ?? name, value.trim());
        }
      }
    } else if (!section && found.length === 0 && /^\*[^*]+\*$/.test(block)) {
      add(texts.kind, block.slice(1, -1));
    } else {
      const last = found.at(-1);
      const name = isIn || texts.text;
      if (last?.section === section && last.name === name) {
        last.text += `\n\n${block}`;
      } else {
        add(name, block);
      }
    }
  }
  return found;
}

/** Blocks of Markdown, without the last one that names the source. */
function blocks(markdown: string): string[] {
  const all = markdown
    .trim()
    .split(/\n{2,}/)
    .filter(Boolean);
  const isSourced = all.at(-2) === "---" && all.at(-1)?.startsWith("*Source:");
  return isSourced ? all.slice(0, -2) : all;
}

function cells(line: string): string[] {
  return line
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((cell) => cell.trim());
}

/** The parts of two records in rows: in the order of the first, with what only the second has in its place. */
export function compared(left: string, right: string): Row[] {
  const rows = parts(left).map(({ section, name, text }): Row => ({
    section,
    name,
    left: text,
    right: null,
    differs: true,
  }));
  const keys = numbered(rows);
  let at = -1;
  const others = parts(right);
  numbered(others).forEach((key, index) => {
    const other = others[index];
    if (!other) {
      return;
    }
    const found = keys.indexOf(key);
    const row = rows[found];
    if (row) {
      row.right = other.text;
      row.differs = essence(row.left ?? "") !== essence(other.text);
      at = found;
    } else {
      at += 1;
      rows.splice(at, 0, { section: other.section, name: other.name, left: null, right: other.text, differs: true });
      keys.splice(at, 0, key);
    }
  });
  return rows;
}

/** What tells parts of one record apart: section and name, without what stands in brackets, and a number. */
function numbered(all: { section: string; name: string }[]): string[] {
  const times = new Map<string, number>();
  return all.map(({ section, name }) => {
    const key = `${section}\n${name.replace(/\s*\(.*\)/, "")}`.toLowerCase();
    const time = (times.get(key) ?? 0) + 1;
    times.set(key, time);
    return `${key}\n${time}`;
  });
}

/** Markdown without the signs that only set letters. */
export function plainText(markdown: string): string {
  return markdown.replace(/\*\*|\*|^#+ |^> ?/gm, "").replace(/\\([^\w\s])/g, "$1");
}

/** A text without what does not matter in a comparison: capitals, punctuation, spaces. */
function essence(text: string): string {
  return words(plainText(text)).map(bare).join(" ");
}

/** A word without capitals and the punctuation behind it. */
function bare(word: string): string {
  return word
    .trim()
    .toLowerCase()
    .replace(/[.,;:]$/, "");
}

/** A piece of a text: whether the other text lacks it. */
export interface Piece {
  text: string;
  differs: boolean;
}

/** The most words of two texts, multiplied, that are compared word by word. */
const MAX_PRODUCT = 4_000_000;

/** Two texts in pieces, with the words marked that only one of them has. */
export function differences(left: string, right: string): [Piece[], Piece[]] {
  const [ours, theirs] = [words(left), words(right)];
  const isLong = ours.length * theirs.length > MAX_PRODUCT;
  const common = isLong ? { ours: new Set<number>(), theirs: new Set<number>() } : commonWords(ours, theirs);
  return [pieces(ours, common.ours), pieces(theirs, common.theirs)];
}

/** Words with the space behind them. */
function words(text: string): string[] {
  return text.match(/\S+\s*/g) ?? [];
}

/** The places of a longest common subsequence, in either text. */
function commonWords(ours: string[], theirs: string[]): { ours: Set<number>; theirs: Set<number> } {
  const width = theirs.length + 1;
  const lengths = new Uint16Array((ours.length + 1) * width);
  const [mine, yours] = [ours.map(bare), theirs.map(bare)];
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = ours.length - 1; i >= 0; i--) {
    for (let j = theirs.length - 1; j >= 0; j--) {
      lengths[i * width + j] = mine[i] === yours[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const common = { ours: new Set<number>(), theirs: new Set<number>() };
  for (let i = 0, j = 0; i < ours.length && j < theirs.length;) {
    if (mine[i] === yours[j]) {
      common.ours.add(i++);
      common.theirs.add(j++);
    } else if (at(i + 1, j) >= at(i, j + 1)) {
      i++;
    } else {
      j++;
    }
  }
  return common;
}

function pieces(all: string[], common: Set<number>): Piece[] {
  const made: Piece[] = [];
  all.forEach((text, index) => {
    const differs = !common.has(index);
    const last = made.at(-1);
    if (last?.differs === differs) {
      last.text += text;
    } else {
      made.push({ text, differs });
    }
  });
  return made;
}
