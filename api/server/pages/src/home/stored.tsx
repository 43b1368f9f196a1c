// What is stored, how fresh it is, and how far the work in the background is.

import { useEffect } from "preact/hooks";
import { common, stored as texts } from "../../texts/en.json";
import { START, address, type Place } from "./address";
import type { Answered } from "./answer";
import type { Book, Stored } from "./answers";
import { KeepBook } from "./keep-book";
import { follow } from "./place";
import { Recent } from "./recent";
import { filled, pieces } from "./texts";
import { TroubleShown } from "./trouble";
import { ago, counted, grouped } from "./words";

const EXAMPLES: [string, Partial<Place>][] = [
  ["fireball", { q: "fireball" }],
  [texts.examples.stone, { q: texts.examples.stone }],
  ["grappled", { q: "grappled" }],
  [texts.examples.wizard, { family: "SPELL", chosen: { level: ["3"], classes: ["wizard"] } }],
  [texts.examples.dragons, { family: "CREATURE", chosen: { type: ["dragon"] }, sort: "CHALLENGE_RATING" }],
  [texts.examples.legendary, { family: "EQUIPMENT", chosen: { rarity: ["legendary"] } }],
];

/** Milliseconds between two looks while there is work, and while there is none. */
const SOON = 2000;
const LATER = 60000;

export function StoredShown({ stored }: { stored: Answered<Stored> }) {
  const { data, trouble, again, waiting } = stored;
  const isBusy = data !== null && (data.status.syncing || isEmbedding(data.status));
  useEffect(() => {
    const look = () => document.visibilityState === "visible" && again();
    const timer = setInterval(look, isBusy ? SOON : LATER);
    return () => clearInterval(timer);
  }, [isBusy]);

  if (trouble) {
    return <TroubleShown trouble={trouble} again={again} />;
  }
  if (!data) {
    return <p class="quiet">{waiting && texts.looking}</p>;
  }
  const { status, documents, meta } = data;
  if (status.entityCount === 0) {
    return <Nothing status={status} />;
  }
  return (
    <>
      <p class="examples">
        <span id="try">{texts.try}</span>
        {EXAMPLES.map(([name, place]) => {
          const to = address({ ...START, ...place });
          return (
            <a key={name} href={to} aria-describedby="try" onClick={follow(to)}>
              {name}
            </a>
          );
        })}
      </p>
      <Recent />
      <Progress status={status} />
      <section aria-labelledby="stored">
        <h2 id="stored">{texts.title}</h2>
        <p class="quiet">
          {filled(meta.fetchedAt ? texts.inBooksFetched : texts.inBooks, {
            entries: counted(status.entityCount, common.entries),
            books: counted(documents.totalCount, common.books),
            ago: meta.fetchedAt ? ago(meta.fetchedAt) : "",
          })}{" "}
          {freshness(data)}
        </p>
        <Failures status={status} />
      </section>
      <section aria-labelledby="books">
        <h2 id="books">{texts.books}</h2>
        <ul class="books">
          {documents.nodes.map((book) => (
            <BookShown key={book.key} book={book} />
          ))}
        </ul>
      </section>
    </>
  );
}

/** How fresh it is; where no source ever gave anything, what there is instead. */
function freshness({ status, documents }: Stored): string {
  const isOffline = status.cacheStatus === "OFFLINE";
  const isUnread = status.listings.every(({ lastSuccess }) => lastSuccess === null);
  if (!isUnread || !(isOffline || isOutOfReach(status))) {
    return texts.freshness[status.cacheStatus];
  }
  const hasPack = documents.nodes.some(({ key }) => key === "srd-2014" || key === "srd-2024");
  const [before, behind] = isOffline ? [texts.freshness.OFFLINE, ""] : [texts.noSource, texts.othersLater];
  return [before, hasPack && texts.pack, behind].filter(Boolean).join(" ");
}

function isOutOfReach({ listings }: Stored["status"]): boolean {
  return listings.length > 0 && listings.every(({ error }) => error !== null);
}

function isEmbedding(status: Stored["status"]): boolean {
  const waiting = status.passages - status.embedded - status.failedPassages;
  return (status.model !== null && waiting > 0) || status.pendingModel !== null;
}

/** An empty store: what is going on, or what to do. */
function Nothing({ status }: { status: Stored["status"] }) {
  return (
    <div class="notice" role="status">
      {status.syncing ? (
        <>
          <p>{texts.firstFetch}</p>
          <progress aria-label={texts.fetching} />
        </>
      ) : status.cacheStatus === "OFFLINE" ? (
        <p>
          {pieces(texts.nothingOffline, {
            offline: <code>--offline</code>,
            import: <code>lorekeeper import FILE</code>,
          })}
        </p>
      ) : (
        <p>
          {pieces(texts.nothing, {
            sync: <code>lorekeeper sync</code>,
            import: <code>lorekeeper import FILE</code>,
          })}
        </p>
      )}
      <Failures status={status} />
    </div>
  );
}

function Progress({ status }: { status: Stored["status"] }) {
  const made = status.pendingModel === null ? status.embedded : (status.pendingEmbedded ?? 0);
  return (
    <>
      {status.syncing && (
        <p class="progress" role="status">
          <label for="syncing">{texts.fetchingContent}</label>
          <progress id="syncing" />
        </p>
      )}
      {isEmbedding(status) && (
        <p class="progress">
          <label for="embedding">
            {filled(texts.embedding, { made: grouped(made), all: grouped(status.passages) })}
          </label>
          <progress id="embedding" value={made} max={status.passages} />
        </p>
      )}
      {status.model === null && status.pendingModel === null && <p class="quiet">{texts.noModel}</p>}
      {status.modelNotice !== null && <p class="quiet">{status.modelNotice}</p>}
    </>
  );
}

function Failures({ status }: { status: Stored["status"] }) {
  const failed = status.listings.filter(({ error }) => error !== null);
  if (failed.length === 0 || status.cacheStatus === "OFFLINE") {
    return null;
  }
  return (
    <details class="failures">
      <summary>
        {isOutOfReach(status)
          ? texts.whyNoSource
          : filled(texts.failures, { failed: failed.length, all: status.listings.length })}
      </summary>
      <ul>
        {failed.map(({ source, endpoint, error }) => (
          <li key={source + endpoint}>
            <code>
              {source} {endpoint}
            </code>
            : {error}
          </li>
        ))}
      </ul>
    </details>
  );
}

function BookShown({ book }: { book: Book }) {
  const name = book.displayName ?? book.name;
  const facts = [book.publisher, book.gameSystemName, book.license].filter(Boolean);
  const isWeb = /^https?:/i.test(book.permalink ?? "");
  const family = book.counts.find(({ count }) => count > 0)?.family;
  const to = family && address({ ...START, family, chosen: { documents: [book.key] } });
  return (
    <li>
      <span class="name">
        {to ? (
          <a href={to} onClick={follow(to)}>
            {name}
          </a>
        ) : (
          name
        )}
      </span>
      <span class="count">{grouped(book.entityCount)}</span>
      <span class="quiet">
        {facts.join(" · ")}
        {book.permalink && isWeb && (
          <>
            {facts.length > 0 && " · "}
            <a href={book.permalink} rel="noopener noreferrer" aria-label={filled(texts.publisherOf, { name })}>
              {texts.publisher}
            </a>
          </>
        )}{" "}
        <KeepBook book={book} />
      </span>
    </li>
  );
}
