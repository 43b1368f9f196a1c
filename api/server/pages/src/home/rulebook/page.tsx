// The rules as a book: its contents, a section with its rules to read, the next one, and a search within.

import { useEffect, useRef } from "preact/hooks";
import { common, rulebook as texts } from "../../../texts/en.json";
import { START, address, query } from "../address";
import { useAnswer } from "../answer";
import { CARDS, LISTS, RULEBOOKS, type Card as Shown } from "../answers";
import { Card } from "../card";
import { MARKS, marked } from "../hits";
import { useMine } from "../mine";
import { follow, go, isPlain, useMedia } from "../place";
import { Sources } from "../sources";
import { TroubleShown } from "../trouble";
import { capitalized, foundBy, grouped, plain } from "../words";
import { hasText, neighbours, type Chapter, type Section } from "./contents";
import { useRulebook } from "./use-rulebook";

/** Milliseconds without a key before what was typed is searched for. */
const PAUSE = 220;
/** Books that are opened first, where the reader has not chosen. */
const FIRST = ["srd-2024", "srd-2014"];
const TEXT = ["SECTION", "RULE", "GLOSSARY"];
/** The server gives no more cards at once. */
const MOST_CARDS = 100;

export function RulesPage({ search }: { search: string }) {
  const given = new URLSearchParams(search);
  const mine = useMine();
  const listed = useAnswer(RULEBOOKS, {});
  const books = listed.data?.rules.facets[0]?.values ?? [];
  const wanted = [
    given.get("document") ?? "",
    ...(mine.documents ?? []),
    `srd-${mine.gameSystem?.[0]?.slice(3)}`,
    ...FIRST,
  ];
  const book = wanted.find((key) => books.some(({ value }) => value === key)) ?? books[0]?.value ?? null;
  const { chapters, reference, trouble, again } = useRulebook(book);
  const q = given.get("q") ?? "";
  const sections = chapters?.flatMap(({ sections }) => sections) ?? [];
  const slug = given.get("section");
  const section = sections.find((section) => section.slug === slug) ?? sections[0] ?? null;
  const to = (parameters: [string, string][]) => `/book${query([["document", book ?? ""], ...parameters])}`;
  const name = books.find(({ value }) => value === book)?.label ?? book ?? "";
  const isWide = useMedia("(min-width: 64rem)");
  useEffect(() => {
    document.title = `${section ? `${section.name} · ` : ""}${name || texts.rules} · ${common.brand}`;
  }, [section?.name, name]);
  const failed = listed.trouble ?? trouble;
  return (
    <main class="rulebook">
      <h1>{name || texts.rules}</h1>
      {failed && <TroubleShown trouble={failed} again={listed.trouble ? listed.again : again} />}
      {listed.data && !book && <p class="notice">{texts.none}</p>}
      <div class="tools">
        <form role="search" onSubmit={(event) => event.preventDefault()}>
          <input
            type="search"
            aria-label={texts.search}
            placeholder={texts.placeholder}
            autocomplete="off"
            maxLength={512}
            value={q}
            onInput={(event) => {
              const typed = event.currentTarget.value;
              go(
                to([
                  ...(slug ? [["section", slug] as [string, string]] : []),
                  ...(typed ? [["q", typed] as [string, string]] : []),
                ]),
                "same",
              );
            }}
          />
        </form>
        {books.length > 1 && (
          <label>
            {common.book}{" "}
            <select
              value={book ?? ""}
              onChange={(event) => go(`/book${query([["document", event.currentTarget.value]])}`, "new")}
            >
              {books.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label ?? value}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      <div class="columns">
        <details class="contents" open={isWide || undefined} key={section?.id}>
          <summary>{texts.contents}</summary>
          <nav aria-label={texts.contents}>
            {chapters?.map((chapter) => (
              <ChapterShown key={chapter.name} chapter={chapter} now={section} to={(slug) => to([["section", slug]])} />
            ))}
          </nav>
          {book && <Reference book={book} kinds={reference} />}
        </details>
        {q.trim() && book ? (
          <Found book={book} q={q.trim()} />
        ) : section && chapters ? (
          <SectionShown key={section.id} section={section} chapters={chapters} to={(slug) => to([["section", slug]])} />
        ) : (
          <p class="quiet">{failed ? "" : common.opening}</p>
        )}
      </div>
    </main>
  );
}

function ChapterShown({
  chapter: { name, sections },
  now,
  to,
}: {
  chapter: Chapter;
  now: Section | null;
  to: (slug: string) => string;
}) {
  const links = (
    <ul>
      {sections.map((section) => (
        <li key={section.id}>
          <a
            href={to(section.slug)}
            aria-current={section === now ? "page" : undefined}
            onClick={follow(to(section.slug))}
          >
            {section.name}
          </a>
        </li>
      ))}
    </ul>
  );
  return sections.length === 1 ? (
    links
  ) : (
    <details open={now !== null && sections.includes(now)}>
      <summary>{name}</summary>
      {links}
    </details>
  );
}

/** What is looked up and not read: languages, proficiencies, and the like. */
function Reference({ book, kinds }: { book: string; kinds: { value: string; count: number }[] }) {
  const shown = kinds.filter(({ value }) => !TEXT.includes(value));
  return shown.length > 0 ? (
    <nav aria-label={texts.reference}>
      <p class="quiet">{texts.lookUp}</p>
      <ul>
        {shown.map(({ value, count }) => {
          const to = address({ ...START, family: "RULE", chosen: { kind: [value], documents: [book] } });
          return (
            <li key={value}>
              <a href={to} onClick={follow(to)}>
                {capitalized(plain(value))} <span class="quiet">{grouped(count)}</span>
              </a>
            </li>
          );
        })}
      </ul>
    </nav>
  ) : null;
}

function SectionShown({
  section,
  chapters,
  to,
}: {
  section: Section;
  chapters: Chapter[];
  to: (slug: string) => string;
}) {
  const shown = useRef<HTMLElement>(null);
  const ids = [section.id, ...section.rules.map(({ id }) => id)];
  const first = useAnswer(CARDS, { ids: ids.slice(0, MOST_CARDS), links: true });
  const rest = useAnswer(
    CARDS,
    ids.length > MOST_CARDS ? { ids: ids.slice(MOST_CARDS, 2 * MOST_CARDS), links: true } : null,
  );
  const cards = [...(first.data?.nodes ?? []), ...(rest.data?.nodes ?? [])].filter(
    (card): card is Shown => card !== null,
  );
  const [head, ...rules] = cards;
  const shownCards = head
    ? [head, ...rules.filter((rule) => head.id !== section.id || !hasText(head.markdown, rule))]
    : [];
  const { before, behind } = neighbours(chapters, section);
  const toRule = (name: string) => (event: MouseEvent) => {
    const headings = [...(shown.current?.querySelectorAll<HTMLElement>(".card :is(h1, h2, h3, h4)") ?? [])];
    const heading = headings.find(({ textContent }) => textContent === name);
    if (heading && isPlain(event)) {
      event.preventDefault();
      heading.tabIndex = -1;
      heading.scrollIntoView();
      heading.focus({ preventScroll: true });
    }
  };
  const trouble = first.trouble ?? rest.trouble;
  useEffect(() => {
    // Not at the first page: there the head is in sight.
    if (history.state?.from?.startsWith("/book")) {
      shown.current?.focus({ preventScroll: true });
      scrollTo({ top: 0, behavior: "instant" });
    }
  }, []);
  return (
    <article class="entity rule" ref={shown} tabIndex={-1} aria-label={section.name}>
      {section.rules.length > 2 && (
        <ul class="within" aria-label={texts.within}>
          {section.rules.map(({ id, name }) => (
            <li key={id}>
              <a href={address({ ...START, id })} onClick={toRule(name)}>
                {name}
              </a>
            </li>
          ))}
        </ul>
      )}
      {trouble && <TroubleShown trouble={trouble} again={first.trouble ? first.again : rest.again} />}
      {cards.length === 0 && !trouble && <p class="quiet">{common.opening}</p>}
      {shownCards.map((card) => (
        <Card key={card.id} markdown={card.markdown} />
      ))}
      <nav class="turn" aria-label={texts.turn}>
        {before && (
          <a rel="prev" href={to(before.slug)} onClick={follow(to(before.slug))}>
            ← {before.name}
          </a>
        )}
        {behind && (
          <a rel="next" href={to(behind.slug)} onClick={follow(to(behind.slug))}>
            {behind.name} →
          </a>
        )}
      </nav>
      <Sources cards={cards} />
    </article>
  );
}

/** What a search within the book finds. */
function Found({ book, q }: { book: string; q: string }) {
  const filter = { kind: { in: TEXT } };
  const asked = { query: q, isSearch: false, filter, documents: [book], facets: [], ...MARKS };
  const { data, trouble, again, waiting } = useAnswer(LISTS.RULE, asked, PAUSE);
  if (trouble) {
    return <TroubleShown trouble={trouble} again={again} />;
  }
  return (
    <section aria-label={texts.found} aria-busy={waiting}>
      <p role="status">{data ? foundBy(data.found) : common.searching}</p>
      <ol class="found-rules">
        {data?.found.edges.map(({ node, snippet }) => {
          const to = address({ ...START, id: node.id });
          return (
            <li key={node.id}>
              <a href={to} onClick={follow(to)}>
                {node.name}
              </a>{" "}
              <span class="quiet">{node.sectionName}</span>
              {snippet && <p>{marked(snippet)}</p>}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
