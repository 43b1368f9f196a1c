// The preview of what a name in a text names: a small card beside the link.

import { useEffect, useId, useLayoutEffect, useRef } from "preact/hooks";
import { common, entity as texts } from "../../texts/en.json";
import { useAnswer } from "./answer";
import { PREVIEW } from "./answers";
import { FAMILIES } from "./families";
import { bookOf, kindOf } from "./words";

interface Props {
  link: HTMLAnchorElement;
  /** The pointer is on the preview. */
  stay: () => void;
  leave: () => void;
  close: () => void;
  open: () => void;
}

/** Pixels between the preview and the link, and the window's edge. */
const GAP = 6;

export function Preview({ link, stay, leave, close, open }: Props) {
  const { data, trouble } = useAnswer(PREVIEW, { id: link.dataset.id ?? "" });
  const card = useRef<HTMLDivElement>(null);
  const id = useId();
  const named = data?.node;

  useLayoutEffect(() => {
    const put = () => card.current && beside(link, card.current);
    put();
    addEventListener("scroll", put, true);
    addEventListener("resize", put);
    return () => {
      removeEventListener("scroll", put, true);
      removeEventListener("resize", put);
    };
  }, [link, named, trouble]);
  useEffect(() => {
    link.setAttribute("aria-describedby", id);
    return () => link.removeAttribute("aria-describedby");
  }, [link, id]);
  useEffect(() => {
    // Before others, for whom Escape leaves what is open.
    const pressed = (event: KeyboardEvent) => {
      if (event.key === "Escape") {
        event.preventDefault();
        event.stopPropagation();
        close();
      }
    };
    addEventListener("keydown", pressed, true);
    return () => removeEventListener("keydown", pressed, true);
  }, [close]);

  return (
    <div role="tooltip" id={id} class="preview" ref={card} onPointerEnter={stay} onPointerLeave={leave} onClick={open}>
      {named ? (
        <>
          <p class="name" dir="auto">
            {named.name}
          </p>
          <p class="kind">
            {named.family === "RULE" ? FAMILIES.RULE.one : kindOf(named)}{" "}
            <span class="quiet">{bookOf(named.document)}</span>
          </p>
          <p dir="auto">{named.excerpt}</p>
        </>
      ) : (
        <p class="quiet">{trouble ? trouble.message : data ? texts.notStored : common.opening}</p>
      )}
    </div>
  );
}

/** Puts a card below a link, or above it where there is no room below. */
function beside(link: HTMLAnchorElement, card: HTMLElement): void {
  const line = link.getClientRects()[0] ?? link.getBoundingClientRect();
  const { width, height } = card.getBoundingClientRect();
  const below = line.bottom + GAP;
  const top = below + height > innerHeight - GAP && line.top > height + GAP ? line.top - height - GAP : below;
  card.style.top = `${top}px`;
  card.style.left = `${Math.max(GAP, Math.min(line.left, document.documentElement.clientWidth - width - GAP))}px`;
}
