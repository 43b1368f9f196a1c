// Variants of an item that one hit stands for: `+1`, `+2` and `+3`, by weapon, by metal.

import { common, variants as texts } from "../../texts/en.json";
import { address, type Place } from "./address";
import type { Named } from "./answers";
import { follow } from "./place";
import { filled } from "./texts";
import { counted } from "./words";

interface Props {
  of: { name: string; variantCount: number; variants: Named[] };
  /** What is open. */
  now: string | null;
  place: Place;
}

/** Nothing where the hit stands for itself alone. */
export function Variants({ of: { name, variantCount, variants }, now, place }: Props) {
  if (variantCount === 0) {
    return null;
  }
  const rest = variantCount - variants.length;
  return (
    <details class="variants">
      <summary aria-label={filled(texts.of, { name, count: variantCount })}>
        {counted(variantCount, texts.count)}
      </summary>
      <ul>
        {variants.map(({ id, name: own }) => {
          const to = address({ ...place, id });
          return (
            <li key={id}>
              <a
                href={to}
                data-id={id}
                aria-current={id === now ? "true" : undefined}
                onClick={follow(to, place.id ? "same" : "new")}
              >
                {own}
              </a>
            </li>
          );
        })}
        {rest > 0 && <li>{filled(common.more, { count: rest })}</li>}
      </ul>
    </details>
  );
}
