// What players see of a fight that another tab runs: turns and conditions, without hit points and armor classes.

import { useEffect, useRef, useState } from "preact/hooks";
import { common, fight as texts } from "../../../texts/en.json";
import { filled } from "../texts";

export interface Seen {
  round: number;
  combatants: { name: string; conditions: string[]; isDown: boolean; isNow: boolean }[];
}

/** What a tab that shows a fight says when it opens. */
const ASKED = "asked";

function channelOf(key: string): BroadcastChannel {
  return new BroadcastChannel(`lorekeeper-fight-${key}`);
}

/** Shows a fight to all tabs that are open for its key, and that it has ended. Without a key nobody sees it. */
export function useSeen(key: string | null, seen: Seen): void {
  const channel = useRef<BroadcastChannel | null>(null);
  const last = useRef(seen);
  last.current = seen;
  useEffect(() => {
    if (key === null) {
      return;
    }
    const opened = channelOf(key);
    opened.onmessage = ({ data }) => data === ASKED && opened.postMessage(last.current);
    channel.current = opened;
    return () => {
      opened.postMessage(null);
      opened.close();
    };
  }, [key]);
  useEffect(() => channel.current?.postMessage(seen), [key, JSON.stringify(seen)]);
}

/** The address of the view for players. */
export function playersAddress(key: string): string {
  return `/encounter?players=${encodeURIComponent(key)}`;
}

export function PlayersView({ of }: { of: string }) {
  const [seen, setSeen] = useState<Seen | null>(null);
  useEffect(() => {
    document.title = `${texts.playersTitle} · ${common.brand}`;
    const channel = channelOf(of);
    channel.onmessage = ({ data }) => data !== ASKED && setSeen(data);
    channel.postMessage(ASKED);
    return () => channel.close();
  }, [of]);
  const now = seen?.combatants.find(({ isNow }) => isNow);
  return (
    <main class="players">
      <h1>{seen ? filled(texts.round, { round: seen.round }) : texts.playersTitle}</h1>
      <p role="status" class={seen ? "unseen" : "quiet"}>
        {seen ? now && filled(texts.turn, { round: seen.round, name: now.name }) : texts.noFight}
      </p>
      <ol>
        {seen?.combatants.map(({ name, conditions, isDown, isNow }, at) => (
          <li key={at} class={isDown ? "down" : undefined} aria-current={isNow ? "true" : undefined}>
            <strong dir="auto">{name}</strong> {isDown && <span class="quiet">{texts.down}</span>}
            {conditions.map((condition) => (
              <span key={condition} class="condition">
                {condition}
              </span>
            ))}
          </li>
        ))}
      </ol>
    </main>
  );
}
