// A client of LoreKeeper: a method for each operation, and what has changed since a time.

import { type DocumentNode, print } from "graphql";
import { type ClientOptions, createClient } from "graphql-ws";
import { type ChangesQuery, getSdk, type Sdk } from "./operations.js";

export type * from "./operations.js";

/** What `extensions.code` of an error can be. */
export type Code =
  | "BAD_USER_INPUT"
  | "NOT_FOUND"
  | "UPSTREAM_UNAVAILABLE"
  | "TOO_COMPLEX"
  | "RATE_LIMITED"
  | "UNAUTHENTICATED"
  | "READ_ONLY"
  | "INTERNAL";

/** A refusal: a sentence for people, and a code for programs. */
export class LoreKeeperError extends Error {
  constructor(
    message: string,
    readonly code: Code,
  ) {
    super(message);
  }
}

export interface Options {
  /** An API token, or the admin's. */
  token?: string;
  /** Subscriptions: what opens a WebSocket where the runtime has none (Node.js before 22: `ws`). */
  webSocket?: ClientOptions["webSocketImpl"];
}

interface Answer {
  data?: unknown;
  errors?: { message: string; extensions?: { code?: Code } }[];
}

function checked(answer: Answer, url: string): unknown {
  const refusal = answer.errors?.[0];
  if (refusal) throw new LoreKeeperError(refusal.message, refusal.extensions?.code ?? "INTERNAL");
  if (!answer.data) throw new Error(`${url} answered without data`);
  return answer.data;
}

/** The client of the endpoint at `url` (`http://127.0.0.1:8080/graphql`). What is refused is thrown as a `LoreKeeperError`. */
export function lorekeeper(url: string, { token, webSocket }: Options = {}): Sdk {
  const authorization: Record<string, string> = token === undefined ? {} : { Authorization: `Bearer ${token}` };

  async function ask(query: string, variables: unknown): Promise<unknown> {
    const accept = "application/graphql-response+json, application/json";
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", accept, ...authorization },
      body: JSON.stringify({ query, variables }),
    });
    return checked((await response.json()) as Answer, url);
  }

  /** A socket of its own for each subscription, which ends with it. */
  async function* listen(query: string, variables: Record<string, unknown>): AsyncGenerator<unknown> {
    const socket = createClient({
      url: `${url.replace(/^http/, "ws")}/ws`,
      connectionParams: authorization,
      webSocketImpl: webSocket,
    });
    try {
      for await (const event of socket.iterate({ query, variables })) yield checked(event as Answer, url);
    } finally {
      await socket.dispose();
    }
  }

  return getSdk(<R, V>(document: DocumentNode, variables?: V) => {
    const query = print(document);
    const [operation] = document.definitions;
    const listens = operation?.kind === "OperationDefinition" && operation.operation === "subscription";
    const answer = listens ? listen(query, { ...variables }) : ask(query, variables);
    return answer as Promise<R> | AsyncIterable<R>;
  });
}

type Families = "spells" | "creatures" | "equipment" | "characterOptions" | "rules";

/** What is new or changed since a time, and what is gone. */
export interface Changes {
  changed: ChangesQuery[Families]["nodes"][number][];
  removed: ChangesQuery["removed"]["nodes"];
  /** Ask next since this time. */
  completeUntil: string;
}

interface Page {
  nodes: Changes["changed"];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
  meta: { completeUntil: string | null };
}

/** Reads all pages of what has changed since a time. */
export async function changesSince(client: Sdk, since: string): Promise<Changes> {
  const changes: Changes = { changed: [], removed: [], completeUntil: "" };
  // The cursor of each list. One that has ended goes on where it ended, so nothing is read twice.
  const after: Record<string, string> = {};
  for (let more = true; more; ) {
    const page = await client.Changes({ since, ...after });
    const { spells, creatures, equipment, characterOptions, rules, removed } = page;
    const families: Record<string, Page> = { spells, creatures, equipment, characterOptions, rules };
    const lists = Object.values(families);
    changes.changed.push(...lists.flatMap(({ nodes }) => nodes));
    changes.removed.push(...removed.nodes);
    // Of the first page, the earliest: a later one could lose something.
    const times = [...lists.map(({ meta }) => meta.completeUntil ?? since), removed.completeUntil];
    changes.completeUntil ||= times.sort()[0] ?? since;
    for (const [name, { pageInfo }] of Object.entries({ ...families, removed })) {
      if (pageInfo.endCursor) after[name] = pageInfo.endCursor;
    }
    more = [...lists, removed].some(({ pageInfo }) => pageInfo.hasNextPage);
  }
  return changes;
}
