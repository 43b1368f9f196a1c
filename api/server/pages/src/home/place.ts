// Navigation: the address that is shown, and the ways from one to another without loading the page anew.

import { useEffect, useState } from "preact/hooks";

const MOVED = "lorekeeper:moved";

/** The addresses up to the one that is shown, where the page has no history of its own: in the frame of a program. */
let framed: string[] | null = null;

/** Shows an address in the frame of a program; those before it are forgotten. */
export function showInFrame(address: string): void {
  framed = [address];
  dispatchEvent(new Event(MOVED));
}

/** Whether the page is in the frame of a program: what is kept, printed and linked there is that program's. */
export function isFramed(): boolean {
  return framed !== null;
}

/** Whether there is something to go back to. */
export function canLeave(): boolean {
  return framed === null || framed.length > 1;
}

function here(): string {
  const { pathname, search, hash } = location;
  return framed ? (framed.at(-1) ?? "/") : pathname + search + hash;
}

/** Characters of an address that servers and proxies take; some refuse more than 8,000. */
const LONGEST = 7000;

/** An address as a link. What is too long for a server stands behind `#`, which no browser sends. */
export function asLink(address: string): string {
  return address.length > LONGEST ? address.replace("?", "#") : address;
}

/** The parameters of an address, before `#` or behind it. */
export function parametersOf({ search, hash }: URL): string {
  return search || hash.replace("#", "?");
}

/** Goes to an address: as a new entry of the history, or instead of the present one. An entry knows `state` of what it shows. */
export function go(address: string, entry: "new" | "same", state: object = {}): void {
  if (framed) {
    framed = [...(entry === "new" ? framed : framed.slice(0, -1)), address];
  } else if (entry === "new") {
    // `from` says that going back stays on this page.
    history.pushState({ from: here(), ...state }, "", asLink(address));
  } else {
    history.replaceState({ ...history.state, ...state }, "", asLink(address));
  }
  dispatchEvent(new Event(MOVED));
}

/** What the present entry of the history knows by a name. */
export function stateHere<T>(name: string): T | null {
  return framed ? null : (history.state?.[name] ?? null);
}

/** Leaves what is open for an address: by going back, where one came from there. */
export function leave(to: string): void {
  if (framed && framed.length > 1) {
    framed = framed.slice(0, -1);
    dispatchEvent(new Event(MOVED));
  } else if (!framed && history.state?.from === to) {
    history.back();
  } else {
    go(to, "same");
  }
}

/** The address that is shown, always. */
export function useAddress(): string {
  const [address, setAddress] = useState(here);
  useEffect(() => {
    const moved = () => setAddress(here());
    addEventListener("popstate", moved);
    addEventListener(MOVED, moved);
    return () => {
      removeEventListener("popstate", moved);
      removeEventListener(MOVED, moved);
    };
  }, []);
  return address;
}

/** Whether a click on a link is for this page; others do what the browser does. */
export function isPlain(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

/** For links inside the page. */
export function follow(address: string, entry: "new" | "same" = "new") {
  return (event: MouseEvent) => {
    if (isPlain(event)) {
      event.preventDefault();
      go(address, entry);
    }
  };
}

/** Whether the window is as wide as a media query asks. */
export function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const changed = () => setMatches(media.matches);
    changed();
    media.addEventListener("change", changed);
    return () => media.removeEventListener("change", changed);
  }, [query]);
  return matches;
}
