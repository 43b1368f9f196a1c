// A stat block that unfolds in place, asked for when it does.

import { useState } from "preact/hooks";
import { common, encounter as texts } from "../../../texts/en.json";
import { useAnswer } from "../answer";
import { CARDS } from "../answers";
import { Card } from "../card";
import { filled } from "../texts";
import { TroubleShown } from "../trouble";

export function Peek({ id, name }: { id: string; name: string }) {
  const [isOpen, setOpen] = useState(false);
  const { data, trouble, again } = useAnswer(CARDS, isOpen ? { ids: [id], links: true } : null);
  const card = data?.nodes[0];
  return (
    <details class="peek entity creature" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {texts.statBlock}
        <span class="unseen"> {filled(texts.ofName, { name })}</span>
      </summary>
      {trouble ? (
        <TroubleShown trouble={trouble} again={again} />
      ) : card ? (
        <Card markdown={card.markdown} />
      ) : (
        <p class="quiet">{common.opening}</p>
      )}
    </details>
  );
}
