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

/** Keeps a token; null forgets it. */
export function keepToken(given: string | null): void {
  try {
    if (given === null) {
      sessionStorage.removeItem(KEY);
    } else {
      sessionStorage.setItem(KEY, given);
    }
  } catch {
    // It is asked for again.
  }
}

/** The header that carries it. */
export function authorization(): Record<string, string> {
  const given = token();
  return given ? { authorization: `Bearer ${given}` } : {};
}

/** Where one signs in, as an admin or to read, and comes back from; null where the server has no login for its pages. */
export function signInAddress(wanted: "read" | "admin" = "read"): string | null {
  const page = document.querySelector<HTMLMetaElement>('meta[name="login"]')?.content;
  const { pathname, search, hash } = location;
  const back = pathname === page ? "/" : pathname + search + hash;
  return page ? `${page}?${new URLSearchParams({ wanted, back })}` : null;
}
