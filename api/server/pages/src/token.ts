// The token of a server that answers only those who have one. It is kept as long as the tab is open.

const KEY = "lorekeeper-token";

/** The token that was given, if any. */
export function token(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    // Storage may be forbidden; then there is none.
    return null;
  }
}

/** Keeps a token. */
export function keepToken(given: string): void {
  try {
    sessionStorage.setItem(KEY, given);
  } catch {
    // It is asked for again.
  }
}

/** The header that carries it. */
export function authorization(): Record<string, string> {
  const given = token();
  return given ? { authorization: `Bearer ${given}` } : {};
}
