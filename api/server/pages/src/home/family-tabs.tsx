// The families as tabs, with how many there are of each.

import { useLayoutEffect, useRef } from "preact/hooks";
import { compendium as texts } from "../../texts/en.json";
import { address, inFamily, type Place } from "./address";
import type { Family } from "./answers";
import { FAMILIES } from "./families";
import { follow } from "./place";
import { grouped } from "./words";

/** `counts` is empty as long as they are not known. */
export function FamilyTabs({ place, counts }: { place: Place; counts: Map<Family, number> }) {
  const isStart = !place.q.trim() && !place.family;
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const families = Object.entries(FAMILIES) as [Family, { many: string }][];
  const choices: [Family | null, string, number][] = [
    [null, texts.all, all],
    ...families.map(([family, { many }]): [Family, string, number] => [family, many, counts.get(family) ?? 0]),
  ];
  const tabs = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    // On a phone the tabs are wider than the window.
    const link = tabs.current?.querySelector<HTMLElement>("[aria-current]");
    if (tabs.current && link) {
      tabs.current.scrollLeft = link.offsetLeft - (tabs.current.clientWidth - link.offsetWidth) / 2;
    }
  }, [place.family]);
  return (
    <nav class="families" aria-label={texts.families} ref={tabs}>
      {choices.map(([family, name, count]) => {
        const to = address(inFamily(place, family));
        return (
          <a
            key={name}
            href={to}
            class={counts.size > 0 && count === 0 ? "none" : undefined}
            aria-current={family === place.family ? "true" : undefined}
            onClick={follow(to)}
          >
            {name} <span class="number">{counts.size > 0 && grouped(count)}</span>
          </a>
        );
      })}
      {isStart && <span class="unseen">{texts.canBrowse}</span>}
    </nav>
  );
}
