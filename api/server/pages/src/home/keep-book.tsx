// Books that work without a network: all of their cards, in a cache of this browser that the service worker reads.

import { useEffect, useState } from "preact/hooks";
import { keepBook as texts } from "../../texts/en.json";
import { CARDS, LISTS, type Book, type Hit } from "./answers";
import { MARKS } from "./hits";
import { Trouble, ask } from "./server";
import { filled } from "./texts";
import { grouped } from "./words";

const BOOKS = "lorekeeper-books";
/** The server gives no more at once. */
const PAGE = 100;

const contentsOf = (book: string) => `/contents/${encodeURIComponent(book)}`;
const cardOf = (id: string) => `/kept/${encodeURIComponent(id)}`;

function asJson(content: unknown): Response {
  return new Response(JSON.stringify(content), { headers: { "content-type": "application/json" } });
}

/** Asks again after the time that a busy server names. */
async function patiently<T>(begin: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await begin();
    } catch (cause) {
      if (!(cause instanceof Trouble) || cause.kind !== "busy") {
        throw cause;
      }
      await new Promise((resolve) => setTimeout(resolve, (cause.again ?? 5) * 1000));
    }
  }
}

async function keep(book: Book, signal: AbortSignal, tell: (kept: number) => void): Promise<void> {
  const cache = await caches.open(BOOKS);
  const contents: Hit[] = [];
  for (const { family } of book.counts.filter(({ count }) => count > 0)) {
    let after: string | null = null;
    do {
      const all = family === "EQUIPMENT" ? { collapse: "NONE" } : {};
      const asked: object = {
        documents: [book.key],
        first: PAGE,
        after,
        facets: [],
        isSearch: false,
        // With what tables show, so that it can be narrowed by.
        isTable: true,
        ...all,
        ...MARKS,
      };
      const { found } = await patiently(() => ask(LISTS[family], asked, signal));
      const ids = found.edges.map(({ node }) => node.id);
      const { nodes } = await patiently(() => ask(CARDS, { ids, links: true }, signal));
      await Promise.all(nodes.flatMap((node) => (node ? [cache.put(cardOf(node.id), asJson(node))] : [])));
      contents.push(...found.edges.map(({ node }) => node));
      tell(contents.length);
      after = found.pageInfo.hasNextPage ? found.pageInfo.endCursor : null;
    } while (after);
  }
  await cache.put(contentsOf(book.key), asJson(contents));
}

async function forget(book: Book): Promise<void> {
  const cache = await caches.open(BOOKS);
  const contents: Hit[] = (await (await cache.match(contentsOf(book.key)))?.json()) ?? [];
  await Promise.all([cache.delete(contentsOf(book.key)), ...contents.map(({ id }) => cache.delete(cardOf(id)))]);
}

/** The button that keeps a book, where the browser can. */
export function KeepBook({ book }: { book: Book }) {
  const [state, setState] = useState<"" | "kept" | "busy" | "failed">("");
  const [number, setNumber] = useState(0);
  const [stop] = useState(() => new AbortController());
  const name = book.displayName ?? book.name;
  useEffect(() => {
    const look = async () => (await (await caches.open(BOOKS)).match(contentsOf(book.key))) && setState("kept");
    look().catch(() => {});
    return () => stop.abort();
  }, [book.key]);
  if (book.entityCount === 0 || !globalThis.caches || !navigator.serviceWorker) {
    return null;
  }
  const change = async () => {
    try {
      if (state === "kept") {
        await forget(book);
        setState("");
      } else {
        setState("busy");
        await keep(book, stop.signal, setNumber);
        setState("kept");
      }
    } catch {
      setState("failed");
    }
  };
  return (
    <span class="keep">
      <button
        type="button"
        aria-pressed={state === "kept"}
        aria-label={filled(texts.label, { what: state === "kept" ? texts.kept : texts.keep, name })}
        disabled={state === "busy"}
        onClick={change}
      >
        {state === "kept" ? texts.kept : texts.keep}
      </button>
      <span class="quiet" role="status">
        {" "}
        {state === "busy" && filled(texts.progress, { count: grouped(number), all: grouped(book.entityCount) })}
        {state === "failed" && texts.failed}
      </span>
    </span>
  );
}
