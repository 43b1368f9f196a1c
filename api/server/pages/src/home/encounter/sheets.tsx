// The stat blocks of an encounter on paper, with room to count each creature's hit points.

import { encounter as texts } from "../../../texts/en.json";
import type { Card as Creature } from "../answers";
import { Card } from "../card";
import { filled } from "../texts";

export function Sheets({ members }: { members: { card: Creature; count: number }[] }) {
  return (
    <ol class="sheets">
      {members.map(({ card, count }) => (
        <li key={card.id} class="entity creature">
          <p class="hit-points">
            {Array.from({ length: count }, (_, index) => (
              <span key={index}>
                {filled(count > 1 ? texts.sheetOf : texts.sheet, { number: index + 1, points: card.hitPoints ?? "" })}
              </span>
            ))}
          </p>
          <Card markdown={card.markdown} />
        </li>
      ))}
    </ol>
  );
}
