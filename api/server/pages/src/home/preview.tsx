// The preview of what a name in a text names: a small card beside the link. Names in it have previews, too.

import { useId, useLayoutEffect, useRef } from "preact/hooks";
import { common, entity as texts } from "../../texts/en.json";
import { useAnswer } from "./answer";
import { PREVIEW } from "./answers";
import { Card } from "./card";
import { FAMILIES } from "./families";
import type { Place } from "./address";
import { bookOf, kindOf } from "./words";

interface Props {
  link: HTMLAnchorElement;
  /** Where its own links lead from. */
  place?: Place | undefined;
  /** The pointer is on the preview. */
  stay: () => void;
  leave: () => void;
  close: () => void;
  open: () => void;
}

/** Pixels between the preview and the link, and the window's edge. */
const GAP = 6;

/** Characters of a text that a preview shows; a paragraph is never cut. */
const MOST_SHOWN = 2500;

/** A card's text without its name and kind, which the preview's head has. */
function shortened(markdown: string): string {
  const body = markdown.replace(/^# .*\n+(?:\*[^*\n]+\*\n+)?/, "");
  const end = body.indexOf("\n\n", MOST_SHOWN);
  return end < 0 ? body : body.slice(0, end);
}

export function Preview({ link, place, stay, leave, close, open }: Props) {
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
  useLayoutEffect(() => {
    link.setAttribute("aria-describedby", id);
    return () => link.removeAttribute("aria-describedby");
  }, [link, id]);
  useLayoutEffect(() => {
    // Before others, for whom Escape leaves what is open.
    const pressed = (event: KeyboardEvent) => {
      const inner = card.current?.querySelector(".preview");
      if (event.key === "Escape" && !inner) {
        event.preventDefault();
        event.stopPropagation();
        if (card.current?.contains(document.activeElement)) {
          link.focus();
        }
        close();
      } else if (event.key === "ArrowDown" && document.activeElement === link) {
        // The keyboard goes into the preview.
        event.preventDefault();
        card.current?.querySelector<HTMLElement>(".card :is(a, button, [tabindex])")?.focus();
      }
    };
    addEventListener("keydown", pressed, true);
    return () => removeEventListener("keydown", pressed, true);
  }, [close, link]);

  return (
    <div
      class="preview"
      ref={card}
      onPointerEnter={stay}
      onPointerLeave={(event) => event.pointerType === "mouse" && leave()}
      onFocusIn={stay}
      onFocusOut={(event) => !card.current?.contains(event.relatedTarget as Node | null) && leave()}
      onClick={(event) => {
        // A preview within this one is open for itself.
        event.stopPropagation();
        if (!(event.target as Element).closest("a, button")) {
          open();
        }
      }}
    >
      <div role="tooltip" id={id}>
        {named ? (
          <>
            <p class="name" dir="auto">
              {named.name}
            </p>
            <p class="kind">
              {named.family === "RULE" ? FAMILIES.RULE.one : kindOf(named)}{" "}
              <span class="quiet">{bookOf(named.document)}</span>
            </p>
            <p class="unseen">{texts.intoPreview}</p>
          </>
        ) : (
          <p class="quiet">{trouble ? trouble.message : data ? texts.notStored : common.opening}</p>
        )}
      </div>
      {named && <Card markdown={shortened(named.markdown)} place={place} />}
    </div>
  );
}

/** Puts something below a link or a button, or above it where there is no room below. */
export function beside(link: HTMLElement, card: HTMLElement): void {
  const line = link.getClientRects()[0] ?? link.getBoundingClientRect();
  const { width, height } = card.getBoundingClientRect();
  const below = line.bottom + GAP;
  const top = below + height > innerHeight - GAP && line.top > height + GAP ? line.top - height - GAP : below;
  card.style.top = `${Math.max(GAP, Math.min(top, innerHeight - height - GAP))}px`;
  card.style.left = `${Math.max(GAP, Math.min(line.left, document.documentElement.clientWidth - width - GAP))}px`;
}
