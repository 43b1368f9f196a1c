// The way to the server: one operation, one answer, or the trouble there was.

import { authorization } from "../token";
import type { Operation } from "./answers";

/** Why there is no answer. */
export class Trouble extends Error {
  constructor(
    readonly kind: "away" | "busy" | "refused" | "token",
    message: string,
    /** After how many seconds it is worth asking again. */
    readonly again?: number,
  ) {
    super(message);
  }
}

interface Answer<T> {
  data?: T | null;
  errors?: { message: string; extensions?: { code?: string } }[];
}

/** Asks the server. An abort is thrown as it is. */
export async function ask<T>(operation: Operation<T>, variables: object, signal: AbortSignal): Promise<T> {
  let response: Response;
  try {
    response = await fetch("/graphql", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/graphql-response+json, application/json;q=0.9",
        ...authorization(),
      },
      body: JSON.stringify({ query: operation.text, variables }),
      signal,
    });
  } catch (cause) {
    if (signal.aborted) {
      throw cause;
    }
    throw new Trouble("away", "The server does not answer. Is it running?", 5);
  }
  const text = await response.text();
  const answer = parsed<T>(text);
  const message = answer?.errors?.[0]?.message;
  if (response.status === 401 || answer?.errors?.some(({ extensions }) => extensions?.code === "UNAUTHENTICATED")) {
    throw new Trouble("token", message ?? "This server answers only those who have a token.");
  }
  if (response.status === 429) {
    const again = Number(response.headers.get("retry-after")) || 5;
    throw new Trouble("busy", message ?? "That was asked too often.", again);
  }
  if (message !== undefined) {
    throw new Trouble("refused", message);
  }
  if (!response.ok || !answer?.data) {
    const again = response.status >= 500 ? 5 : undefined;
    throw new Trouble(
      again ? "away" : "refused",
      `The server answered with ${response.status}: ${text.slice(0, 200)}`,
      again,
    );
  }
  return answer.data;
}

function parsed<T>(text: string): Answer<T> | null {
  try {
    return JSON.parse(text) as Answer<T>;
  } catch {
    return null;
  }
}
