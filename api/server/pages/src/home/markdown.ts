// Markdown as elements. What it says comes from others, and is not trusted.

import createDOMPurify from "dompurify";
import MarkdownIt from "markdown-it";
import { rolls as texts } from "../../texts/en.json";
import { checkOf, diceIn, isTwenty } from "./dice";
import { filled } from "./texts";

const markdown = new MarkdownIt({ html: false, linkify: false, typographer: false });
// Pictures would be fetched from elsewhere: their words stand for them.
markdown.renderer.rules.image = (tokens, index) => markdown.utils.escapeHtml(tokens[index]?.content ?? "");

const purify = createDOMPurify(window);
const HARMLESS = {
  ALLOWED_TAGS: [
    ..."h1 h2 h3 h4 h5 h6 p br hr ul ol li strong em s code pre blockquote a".split(" "),
    ..."table thead tbody tr th td".split(" "),
  ],
  ALLOWED_ATTR: ["href", "title", "start"],
  // Links to elsewhere, and to entities of this server.
  ALLOWED_URI_REGEXP: /^(?:https?:\/\/|\/(?:spell|creature|equipment|character_option|rule)\/)/i,
  RETURN_DOM_FRAGMENT: true as const,
};

/** A record's Markdown, with marks on what it is made of for the style sheet. `to` is the address of an entity. */
export function elements(text: string, to: (id: string) => string): DocumentFragment {
  const content = purify.sanitize(markdown.render(text), HARMLESS);
  for (const link of content.querySelectorAll("a")) {
    const path = link.getAttribute("href") ?? "";
    if (path.startsWith("/")) {
      // The path of an entity is its global id.
      const id = markdown.utils.lib.mdurl.decode(path.slice(1)).replaceAll("/", ":");
      link.dataset.id = id;
      link.href = to(id);
    } else {
      link.rel = "noopener noreferrer";
    }
  }
  rollable(content);
  labelled(content);
  for (const list of content.querySelectorAll("ul")) {
    const items = [...list.children];
    const isFact = (item: Element) => {
      // A list with blank lines has paragraphs.
      const first = item.querySelector(":scope > p")?.firstChild ?? item.firstChild;
      return first?.nodeName === "STRONG" && !first.textContent?.endsWith(".");
    };
    list.classList.toggle("facts", items.length > 0 && items.every(isFact));
  }
  for (const table of content.querySelectorAll("table")) {
    const heads = [...table.querySelectorAll("th")].map((head) => head.textContent);
    const isAbilities = heads.join() === "STR,DEX,CON,INT,WIS,CHA";
    table.classList.toggle("abilities", isAbilities);
    // The corner above the names of rows is no head.
    table.querySelectorAll("th:empty").forEach((corner) => corner.replaceWith(document.createElement("td")));
    if (heads.join() === "Ability,Score,MOD,SAVE" && table.tBodies[0]?.rows.length === 6) {
      halved(table);
    } else if (!isAbilities) {
      scrollable(table);
    }
  }
  withoutSource(content);
  folded(content);
  return content;
}

/** The ways to roll dice, the usual one first. */
const MODES = { twenty: "plain advantage disadvantage", damage: "plain critical", other: "plain" };

/** Dice become buttons. */
function rollable(content: DocumentFragment): void {
  const walker = document.createTreeWalker(content, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (walker.nextNode()) {
    found.push(walker.currentNode as Text);
  }
  let block: Element | null = null;
  let before = "";
  for (const text of found) {
    const parent = text.parentElement?.closest("p, li, th, td, h1, h2, h3, h4, h5, h6") ?? null;
    if (parent !== block) {
      [block, before] = [parent, ""];
    }
    const words = text.data;
    const checks = checksAt(text);
    const spans = text.parentElement?.closest("a, code, pre, h1") ? [] : diceIn(words, before, checks !== null);
    // From the end, so that places stay true.
    for (const { start, end, dice } of spans.reverse()) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "dice";
      button.dataset.dice = dice;
      button.textContent = words.slice(start, end);
      const kind = isTwenty(dice) ? "twenty" : /\bdamage\b/i.test(parent?.textContent ?? "") ? "damage" : "other";
      button.dataset.modes = MODES[kind];
      button.title = texts.titles[kind];
      if (checks !== null) {
        const name = checkOf((before + words.slice(0, start)).split(checks).at(-1) ?? "");
        button.dataset.what = name && checks ? filled(texts.check, { name, kind: checks }) : name || checks;
      }
      text.splitText(end);
      text.splitText(start).replaceWith(button);
    }
    before += words;
  }
}

/** Facts of a stat block whose bonuses are those of checks. */
const CHECKS = /^(Saving Throws|Skills|Initiative):?$/;
/** How the tables of the abilities begin. */
const ABILITIES = /^(STR|Ability)$/;

/** What a text tells the bonuses of: saving throws, skills, an ability. Null where it tells no checks. */
function checksAt(text: Text): string | null {
  const cell = text.parentElement?.closest("td");
  const row = cell?.closest("tr");
  const table = cell?.closest("table");
  if (cell && row && table && ABILITIES.test(table.querySelector("th")?.textContent ?? "")) {
    const head = table.querySelectorAll("th")[cell.cellIndex]?.textContent ?? "";
    const first = row.cells[0]?.textContent ?? "";
    return /^\p{L}/u.test(first) ? filled(texts.check, { name: first, kind: head }) : head;
  }
  const fact = text.parentElement?.closest("li") && strongBefore(text);
  return fact && CHECKS.test(fact) ? fact.replace(":", "") : null;
}

/** The strong words that stand last before a text. */
function strongBefore(text: Text): string {
  let node = text.previousSibling;
  while (node && node.nodeName !== "STRONG") {
    node = node.previousSibling;
  }
  return node?.textContent ?? "";
}

/** What the books print in italics before what an attack or a saving throw does. */
const ABILITY = "(?:Strength|Dexterity|Constitution|Intelligence|Wisdom|Charisma)";
const LABEL = new RegExp(
  String.raw`\b(?:(?:Melee|Ranged|Melee or Ranged) (?:(?:Weapon|Spell) Attack|Attack Roll)|${ABILITY} Saving Throw|` +
    String.raw`(?:Hit or Miss|Hit|Miss)|(?:First |Second )?Failure(?: or Success)?|Success|Trigger|Response):`,
);
const BEFORE_THROW = new RegExp(`\\b${ABILITY} $`);

/** Labels become italic, and a range of a recharge has its dash. */
function labelled(content: DocumentFragment): void {
  const walker = document.createTreeWalker(content, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    text.data = text.data.replace(/(\bRecharge \d)-(\d)/, "$1–$2");
    if (!text.parentElement?.matches("p, li")) {
      continue;
    }
    const next = text.nextSibling;
    const [whole] = LABEL.exec(text.data) ?? [];
    const [ability] = BEFORE_THROW.exec(text.data) ?? [];
    if (whole) {
      const label = text.splitText(text.data.indexOf(whole));
      label.splitText(whole.length);
      italic(label);
      walker.currentNode = label;
    } else if (ability && next?.textContent === "Saving Throw" && /^:/.test(next.nextSibling?.textContent ?? "")) {
      // The name of the rule is a link.
      const colon = next.nextSibling as Text;
      colon.splitText(1);
      italic(text.splitText(text.length - ability.length), next, colon);
    }
  }
}

function italic(...nodes: Node[]): void {
  const em = document.createElement("em");
  (nodes[0] as ChildNode).replaceWith(em);
  em.append(...nodes);
}

/** The abilities as two tables side by side, of three each; the names of rows and scores go without heads. */
function halved(table: HTMLTableElement): void {
  const frame = document.createElement("div");
  frame.className = "halves";
  table.replaceWith(frame);
  const rows = [...(table.tBodies[0]?.rows ?? [])];
  for (const row of rows) {
    const name = document.createElement("th");
    name.scope = "row";
    name.append(...(row.cells[0]?.childNodes ?? []));
    row.cells[0]?.replaceWith(name);
    row.querySelectorAll("td, button").forEach(({ firstChild }) => {
      if (firstChild instanceof Text) {
        firstChild.data = firstChild.data.replace(/^-/, "−");
      }
    });
  }
  for (const head of table.querySelectorAll("thead th")) {
    const isShown = /^[A-Z]+$/.test(head.textContent ?? "");
    const text = document.createElement("span");
    text.className = isShown ? "" : "unseen";
    text.append(...head.childNodes);
    head.append(text);
  }
  const second = table.cloneNode(true) as HTMLTableElement;
  rows.slice(3).forEach((row) => row.remove());
  [...(second.tBodies[0]?.rows ?? [])].slice(0, 3).forEach((row) => row.remove());
  frame.append(table, second);
}

/** A table of more rows keeps its head in sight. */
const LONG_TABLE = 10;

/** A wide table scrolls in its own frame, which the keyboard reaches. */
function scrollable(table: HTMLTableElement): void {
  const frame = document.createElement("div");
  frame.className = "wide";
  frame.tabIndex = 0;
  // Not a region: a page of rules has many tables.
  frame.setAttribute("role", "group");
  frame.setAttribute("aria-label", texts.table);
  table.replaceWith(frame);
  frame.append(table);
  if (table.rows.length > LONG_TABLE) {
    frame.classList.add("long");
  }
}

/** The last line names the source; the page says more about it below. */
function withoutSource(content: DocumentFragment): void {
  const last = content.lastElementChild;
  const rule = last?.previousElementSibling;
  if (rule?.nodeName === "HR" && last?.textContent?.startsWith("Source:")) {
    rule.remove();
    last.remove();
  }
}

/** Headings of what is long, and looked up rather than read: the spells of a class. */
const LONG = /\bSpell List$/;

/** Folds what stands below such a heading. */
function folded(content: DocumentFragment): void {
  for (const heading of content.querySelectorAll("h2, h3, h4")) {
    if (LONG.test(heading.textContent ?? "")) {
      const fold = document.createElement("details");
      fold.className = "fold";
      const below: Element[] = [];
      for (let next = heading.nextElementSibling; next && !isEnd(next, heading); next = next.nextElementSibling) {
        below.push(next);
      }
      const summary = document.createElement("summary");
      heading.replaceWith(fold);
      summary.append(heading);
      fold.append(summary, ...below);
    }
  }
}

/** Whether an element ends what stands below a heading: another of its rank, or a higher one. */
function isEnd({ nodeName }: Element, heading: Element): boolean {
  return /^H[1-6]$/.test(nodeName) && nodeName <= heading.nodeName;
}
