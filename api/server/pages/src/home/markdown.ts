// Markdown as elements. What it says comes from others, and is not trusted.

import createDOMPurify from "dompurify";
import MarkdownIt from "markdown-it";
import { rolls as texts } from "../../texts/en.json";
import { diceIn, isTwenty } from "./dice";

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
    if (!isAbilities) {
      scrollable(table);
    }
  }
  withoutSource(content);
  return content;
}

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
    const spans = text.parentElement?.closest("a, code, pre, h1") ? [] : diceIn(words, before);
    before += words;
    // From the end, so that places stay true.
    for (const { start, end, dice } of spans.reverse()) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "dice";
      button.dataset.dice = dice;
      button.textContent = words.slice(start, end);
      button.title = isTwenty(dice) ? texts.rollTwenty : texts.roll;
      text.splitText(end);
      text.splitText(start).replaceWith(button);
    }
  }
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
