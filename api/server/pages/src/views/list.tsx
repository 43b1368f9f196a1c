// The list view: what a search found, with facets that narrow it, and beside it what is open.

import { START, address, placeOf } from "../home/address";
import type { Family } from "../home/answers";
import { Compendium } from "../home/compendium";
import { show, type Answer } from "./view";

/** What a tool says of its search, so that a page can ask the same. */
interface Searched {
  text?: string;
  game_system?: string;
  documents?: string[];
}

show(
  (answer) => {
    const { text = "", game_system, documents } = (answer.meta["lorekeeper/search"] ?? {}) as Searched;
    const chosen = {
      ...(game_system && { gameSystem: [game_system] }),
      ...(documents && { documents }),
    };
    return address({ ...START, q: text, family: familyOf(answer), chosen });
  },
  ({ path, parameters }) => <Compendium place={placeOf(path, parameters)} />,
);

/** The family of all results, where they are of one. */
function familyOf({ results }: Answer): Family | null {
  const families = new Set(results.map(({ family }) => family?.toUpperCase()));
  const [family] = families;
  return families.size === 1 && family ? (family as Family) : null;
}
