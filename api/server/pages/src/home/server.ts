// The way to the server: one operation, one answer, or the trouble there was.

import { server as texts } from "../../texts/en.json";
import { authorization } from "../token";
import type { Operation } from "./answers";
import { filled } from "./texts";

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

/** The event that tells whether the last answer was the server's. */
export const NETWORK = "lorekeeper:network";
let isKept = false;

/** Whether the last answer came from what this browser kept, for want of a network. */
export function isOffline(): boolean {
  return isKept;
}

/** A way to answers. An abort is thrown as it is. */
export type Way = <T>(operation: Operation<T>, variables: object, signal: AbortSignal) => Promise<T>;

let way: Way = overHttp;

/** Asks in another way: in the frame of a program that asks for the page. */
export function askBy(other: Way): void {
  way = other;
}

/** Asks the server. */
export function ask<T>(operation: Operation<T>, variables: object, signal: AbortSignal): Promise<T> {
  return way(operation, variables, signal);
}

function overHttp<T>(operation: Operation<T>, variables: object, signal: AbortSignal): Promise<T> {
  const body = JSON.stringify({ query: operation.text, variables });
  return send(body, { "content-type": "application/json" }, signal);
}

/** Asks with files, which are the variable `files`. */
export function upload<T>(operation: Operation<T>, variables: object, files: File[], signal: AbortSignal): Promise<T> {
  const form = new FormData();
  const places = files.map((_, index) => [index, [`variables.files.${index}`]]);
  form.append(
    "operations",
    JSON.stringify({ query: operation.text, variables: { ...variables, files: files.map(() => null) } }),
  );
  form.append("map", JSON.stringify(Object.fromEntries(places)));
  files.forEach((file, index) => form.append(`${index}`, file));
  return send(form, {}, signal);
}

async function send<T>(body: BodyInit, headers: Record<string, string>, signal: AbortSignal): Promise<T> {
  let response: Response;
  try {
    response = await fetch("/graphql", {
      method: "POST",
      headers: {
        ...headers,
        accept: "application/graphql-response+json, application/json;q=0.9",
        ...authorization(),
      },
      body,
      signal,
    });
  } catch (cause) {
    if (signal.aborted) {
      throw cause;
    }
    throw new Trouble("away", isKept || !navigator.onLine ? texts.notKept : texts.away, 5);
  }
  isKept = response.headers.has("x-kept");
  dispatchEvent(new Event(NETWORK));
  const text = await response.text();
  const answer = parsed<T>(text);
  const message = answer?.errors?.[0]?.message;
  if (response.status === 401 || answer?.errors?.some(({ extensions }) => extensions?.code === "UNAUTHENTICATED")) {
    throw new Trouble("token", message ?? texts.needsToken);
  }
  if (response.status === 429) {
    const again = Number(response.headers.get("retry-after")) || 5;
    throw new Trouble("busy", message ?? texts.tooOften, again);
  }
  if (message !== undefined) {
    throw new Trouble("refused", message);
  }
  if (!response.ok || !answer?.data) {
    const again = response.status >= 500 ? 5 : undefined;
    throw new Trouble(
      again ? "away" : "refused",
      filled(texts.answered, { status: response.status, text: text.slice(0, 200) }),
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
