// A card: a record as the books print it, such as a stat block, a spell or an item.

import { useLayoutEffect, useRef } from "preact/hooks";
import { elements } from "./markdown";
import "./card.css";

export function Card({ markdown }: { markdown: string }) {
  const body = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    body.current?.replaceChildren(elements(markdown));
  }, [markdown]);
  return <div class="card" ref={body} />;
}
