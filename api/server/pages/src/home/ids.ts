// Lists of ids: as texts that a browser keeps, and as addresses that can be shared.

import { query } from "./address";

/** The server gives no more at once. */
export const MAX_LISTED = 100;

/** Ids that a text has, each once. */
export function idsIn(text: string | null): string[] {
  const ids = (text ?? "").split(",").filter((id) => id.trim() !== "");
  return [...new Set(ids)].slice(0, MAX_LISTED);
}

/** The address of a list; of the reader's own, where no ids are given. */
export function listAddress(ids: string[]): string {
  return `/list${query(ids.length > 0 ? [["ids", ids.join(",")]] : [])}`;
}

/** A list with an id at its end, or without it. */
export function withToggled(ids: string[], id: string): string[] {
  return ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id].slice(0, MAX_LISTED);
}
