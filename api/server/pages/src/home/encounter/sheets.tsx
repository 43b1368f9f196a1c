// The stat blocks of an encounter on paper, with room to count each creature's hit points.

import type { Card as Creature } from "../answers";
import { Card } from "../card";

export function Sheets({ members }: { members: { card: Creature; count: number }[] }) {
  return (
    <ol class="sheets">
      {members.map(({ card, count }) => (
        <li key={card.id} class="entity creature">
          <p class="hit-points">
            {Array.from({ length: count }, (_, index) => (
              <span key={index}>
                {count > 1 && `${index + 1}: `}
                {card.hitPoints ?? ""} HP
              </span>
            ))}
          </p>
          <Card markdown={card.markdown} />
        </li>
      ))}
    </ol>
  );
}
