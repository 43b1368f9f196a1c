// Markdown as elements. What it says comes from others, and is not trusted.

import createDOMPurify from "dompurify";
import MarkdownIt from "markdown-it";

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
  ALLOWED_URI_REGEXP: /^https?:\/\//i,
  RETURN_DOM_FRAGMENT: true as const,
};

/** A record's Markdown, with marks on what it is made of for the style sheet. */
export function elements(text: string): DocumentFragment {
  const content = purify.sanitize(markdown.render(text), HARMLESS);
  for (const link of content.querySelectorAll("a")) {
    link.rel = "noopener noreferrer";
  }
  for (const list of content.querySelectorAll("ul")) {
    const items = [...list.children];
    const isFact = (item: Element) => {
      const first = item.firstChild;
      return first?.nodeName === "STRONG" && first.textContent?.endsWith(":");
    };
    list.classList.toggle("facts", items.length > 0 && items.every(isFact));
  }
  for (const table of content.querySelectorAll("table")) {
    const heads = [...table.querySelectorAll("th")].map((head) => head.textContent);
    const isAbilities = heads.join() === "STR,DEX,CON,INT,WIS,CHA";
    table.classList.toggle("abilities", isAbilities);
    if (!isAbilities) {
      scrollable(table);
    }
  }
  withoutSource(content);
  return content;
}

/** A wide table scrolls in its own frame, which the keyboard reaches. */
function scrollable(table: HTMLTableElement): void {
  const frame = document.createElement("div");
  frame.className = "wide";
  frame.tabIndex = 0;
  frame.setAttribute("role", "region");
  frame.setAttribute("aria-label", "Table");
  table.replaceWith(frame);
  frame.append(table);
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
