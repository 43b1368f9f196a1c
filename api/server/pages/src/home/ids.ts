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

/** Whether a list takes no more. */
export function isFull(ids: string[]): boolean {
  return ids.length >= MAX_LISTED;
}

/** A list with an id at its end, or without it. A full one stays as it is. */
export function withToggled(ids: string[], id: string): string[] {
  return ids.includes(id) ? ids.filter((other) => other !== id) : isFull(ids) ? ids : [...ids, id];
}

/** A list with all of others at its end, or null where that is more than it takes. */
export function withAll(ids: string[], others: string[]): string[] | null {
  const all = [...new Set([...ids, ...others])];
  return all.length > MAX_LISTED ? null : all;
}
