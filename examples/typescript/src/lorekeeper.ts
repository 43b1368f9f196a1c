// A way to ask LoreKeeper: one function, typed by the operation it is given.

import type { TypedDocumentString } from "./gql/graphql.js";

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

interface Answer<Data> {
  data?: Data | null;
  errors?: { message: string; extensions?: { code?: Code } }[];
}

export type Ask = <Data, Variables>(
  operation: TypedDocumentString<Data, Variables>,
  ...variables: Variables extends Record<string, never> ? [] : [Variables]
) => Promise<Data>;

/** Asks the endpoint at `url`; whatever is refused is thrown as a `LoreKeeperError`. */
export function lorekeeper(url: string): Ask {
  return async (operation, ...[variables]) => {
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/graphql-response+json, application/json",
      },
      body: JSON.stringify({ query: operation.toString(), variables }),
    });
    const answer = (await response.json()) as Answer<never>;
    const refusal = answer.errors?.[0];
    if (refusal) {
      throw new LoreKeeperError(refusal.message, refusal.extensions?.code ?? "INTERNAL");
    }
    if (!answer.data) {
      throw new Error(`${url} answered ${response.status} without data`);
    }
    return answer.data;
  };
}
