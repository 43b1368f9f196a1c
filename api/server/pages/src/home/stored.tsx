// What is stored, how fresh it is, and how far the work in the background is.

import { useEffect } from "preact/hooks";
import { START, address, type Place } from "./address";
import type { Answered } from "./answer";
import type { Book, Stored } from "./answers";
import { KeepBook } from "./keep-book";
import { follow } from "./place";
import { Recent } from "./recent";
import { TroubleShown } from "./trouble";
import { ago, counted, grouped } from "./words";

const EXAMPLES: [string, Partial<Place>][] = [
  ["fireball", { q: "fireball" }],
  ["turns people to stone", { q: "turns people to stone" }],
  ["grappled", { q: "grappled" }],
  ["Wizard spells of level 3", { family: "SPELL", chosen: { level: ["3"], classes: ["wizard"] } }],
  ["Dragons by challenge", { family: "CREATURE", chosen: { type: ["dragon"] }, sort: "CHALLENGE_RATING" }],
  ["Legendary items", { family: "EQUIPMENT", chosen: { rarity: ["legendary"] } }],
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
    return <p class="quiet">{waiting && "Looking at what is stored…"}</p>;
  }
  const { status, documents, meta } = data;
  if (status.entityCount === 0) {
    return <Nothing status={status} />;
  }
  return (
    <>
      <p class="examples">
        <span id="try">Try</span>
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
        <h2 id="stored">What is stored</h2>
        <p class="quiet">
          {counted(status.entityCount, "entry", "entries")} in {counted(documents.totalCount, "book", "books")}
          {meta.fetchedAt && <>, fetched {ago(meta.fetchedAt)}</>}. {freshness(data)}
        </p>
        <Failures status={status} />
      </section>
      <section aria-labelledby="books">
        <h2 id="books">Books</h2>
        <ul class="books">
          {documents.nodes.map((book) => (
            <BookShown key={book.key} book={book} />
          ))}
        </ul>
      </section>
    </>
  );
}

const FRESHNESS: Record<Stored["status"]["cacheStatus"], string> = {
  FRESH: "All of it is fresh.",
  REFRESHING: "Some of it is being refreshed now.",
  STALE: "Some sources could not be read again in time: what they gave before is served.",
  OFFLINE: "The server is set to stay off the network.",
};

/** How fresh it is; where no source ever gave anything, what there is instead. */
function freshness({ status, documents }: Stored): string {
  const isOffline = status.cacheStatus === "OFFLINE";
  const isUnread = status.listings.every(({ lastSuccess }) => lastSuccess === null);
  if (!isUnread || !(isOffline || isOutOfReach(status))) {
    return FRESHNESS[status.cacheStatus];
  }
  const hasPack = documents.nodes.some(({ key }) => key === "srd-2014" || key === "srd-2024");
  const pack = hasPack ? " You have the System Reference Documents of both editions (starter pack)." : "";
  return isOffline ? FRESHNESS.OFFLINE + pack : `No source answers.${pack} The other books come as soon as one does.`;
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
          <p>
            Nothing is stored yet. The first content is being fetched. Where no source answers, the System Reference
            Documents of both editions are loaded instead.
          </p>
          <progress aria-label="Fetching" />
        </>
      ) : status.cacheStatus === "OFFLINE" ? (
        <p>
          Nothing is stored yet, and the server is set to stay off the network: start it without <code>--offline</code>{" "}
          to fetch the open books. <code>lorekeeper import FILE</code> takes an OrcBrew file or a pack.
        </p>
      ) : (
        <p>
          Nothing is stored yet. <code>lorekeeper sync</code> fetches the open books,{" "}
          <code>lorekeeper import FILE</code> takes an OrcBrew file or a pack.
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
          <label for="syncing">Fetching content…</label>
          <progress id="syncing" />
        </p>
      )}
      {isEmbedding(status) && (
        <p class="progress">
          <label for="embedding">
            Search by meaning is being prepared: {grouped(made)} of {grouped(status.passages)} passages are ready.
            Names, words and filters work already.
          </label>
          <progress id="embedding" value={made} max={status.passages} />
        </p>
      )}
      {status.model === null && status.pendingModel === null && (
        <p class="quiet">The search is by words and names only: no model for meaning is loaded.</p>
      )}
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
          ? "Why no source answers"
          : `${failed.length} of ${status.listings.length} parts of the sources could not be fetched the last time`}
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
            <a href={book.permalink} rel="noopener noreferrer" aria-label={`Publisher's page of ${name}`}>
              publisher’s page
            </a>
          </>
        )}{" "}
        <KeepBook book={book} />
      </span>
    </li>
  );
}
