// Where one is: what is searched for and what is open stand in the address, so that both can be linked.

import { useEffect, useState } from "preact/hooks";
import type { Family } from "./answers";

export interface Place {
  /** What is searched for. */
  q: string;
  /** The only family that is searched. */
  family: Family | null;
  /** What is open. */
  id: string | null;
}

export const FAMILIES: Record<Family, { one: string; many: string }> = {
  SPELL: { one: "Spell", many: "Spells" },
  CREATURE: { one: "Creature", many: "Creatures" },
  EQUIPMENT: { one: "Equipment", many: "Equipment" },
  CHARACTER_OPTION: { one: "Character option", many: "Character options" },
  RULE: { one: "Rule", many: "Rules" },
};

function here(): Place {
  const given = new URLSearchParams(location.search);
  const family = given.get("family")?.toUpperCase() ?? "";
  return {
    q: given.get("q") ?? "",
    family: family in FAMILIES ? (family as Family) : null,
    id: given.get("id"),
  };
}

/** The address of a place. */
export function address({ q, family, id }: Place): string {
  const given = new URLSearchParams();
  if (q) {
    given.set("q", q);
  }
  if (family) {
    given.set("family", family.toLowerCase());
  }
  if (id) {
    given.set("id", id);
  }
  const text = given.toString();
  return text ? `/?${text}` : "/";
}

const MOVED = "lorekeeper:moved";

/** Goes to a place: as a new entry of the history, or instead of the present one. */
export function go(place: Place, entry: "new" | "same"): void {
  if (entry === "new") {
    // `from` says that going back stays on this page.
    history.pushState({ from: address(here()) }, "", address(place));
  } else {
    history.replaceState(history.state, "", address(place));
  }
  dispatchEvent(new Event(MOVED));
}

/** Leaves what is open: back to where it was opened from, else to the search. */
export function leave(): void {
  if (history.state?.from) {
    history.back();
  } else {
    go({ ...here(), id: null }, "same");
  }
}

/** Where one is, always. */
export function usePlace(): Place {
  const [place, setPlace] = useState(here);
  useEffect(() => {
    const moved = () => setPlace(here());
    addEventListener("popstate", moved);
    addEventListener(MOVED, moved);
    return () => {
      removeEventListener("popstate", moved);
      removeEventListener(MOVED, moved);
    };
  }, []);
  return place;
}

/** For links inside the page: a plain click changes the place, any other does what the browser does. */
export function follow(place: Place) {
  return (event: MouseEvent) => {
    if (event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      go(place, "new");
    }
  };
}
