// A card: a record as the books print it, such as a stat block, a spell or an item. Names in it lead to what they name,
// and dice roll.

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { START, address, type Place } from "./address";
import type { Mode } from "./dice";
import { DiceMenu } from "./dice-menu";
import { showLevel } from "./levels";
import { elements } from "./markdown";
import { go, isPlain } from "./place";
import { Preview } from "./preview";
import { roll } from "./rolls";

/** Milliseconds that a pointer rests on a name before its preview opens, and for which it may be away. */
const REST = 250;
const AWAY = 200;
/** Milliseconds that a die is pressed for its menu. */
const LONG = 500;

interface Props {
  markdown: string;
  place?: Place | undefined;
  /** The level of a class up to which it is shown; all of it without one. */
  level?: number;
}

export function Card({ markdown, place = START, level = 0 }: Props) {
  const body = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<HTMLAnchorElement | null>(null);
  const [asked, setAsked] = useState<HTMLButtonElement | null>(null);
  const timer = useRef(0);
  const pressed = useRef({ pointer: "", timer: 0, isDone: false });
  const base = address(place);
  useLayoutEffect(() => {
    body.current?.replaceChildren(elements(markdown, (id) => address({ ...place, id })));
    setShown(null);
    setAsked(null);
    return () => clearTimeout(timer.current);
  }, [markdown, base]);

  useLayoutEffect(() => {
    if (body.current) {
      showLevel(body.current, level);
    }
  }, [markdown, base, level]);

  const show = (link: HTMLAnchorElement | null, after = 0) => {
    clearTimeout(timer.current);
    if (after > 0) {
      timer.current = window.setTimeout(() => setShown(link), after);
    } else {
      setShown(link);
    }
  };
  const open = (link: HTMLAnchorElement) => {
    show(null);
    go(link.getAttribute("href") ?? "", "new");
  };
  const click = (event: MouseEvent) => {
    const link = linkOf(event);
    const die = dieOf(event);
    if (die) {
      const [plain, shift = plain, alt = plain] = modesOf(die);
      const mode = event.shiftKey ? shift : event.altKey ? alt : plain;
      if (!pressed.current.isDone) {
        rollFor(die, mode ?? "plain");
      }
      pressed.current.isDone = false;
    } else if (link && isPlain(event)) {
      event.preventDefault();
      if (pressed.current.pointer === "touch" && shown !== link) {
        show(link);
      } else {
        open(link);
      }
    }
  };
  /** Opens the menu of a die that can be rolled in several ways. */
  const ask = (die: HTMLButtonElement) => {
    if (modesOf(die).length > 1) {
      pressed.current.isDone = true;
      setAsked(die);
    }
  };
  const askInstead = (event: MouseEvent) => {
    const die = dieOf(event);
    if (die && modesOf(die).length > 1) {
      event.preventDefault();
      release();
      ask(die);
      pressed.current.isDone = pressed.current.pointer === "touch";
    }
  };
  const press = (event: PointerEvent) => {
    const die = dieOf(event);
    pressed.current.pointer = event.pointerType;
    pressed.current.isDone = false;
    if (die && event.button === 0) {
      pressed.current.timer = window.setTimeout(() => ask(die), LONG);
    }
    if (shown && !linkOf(event)) {
      show(null);
    }
  };
  const release = () => clearTimeout(pressed.current.timer);
  const hover = (event: PointerEvent) => {
    const link = linkOf(event);
    if (event.pointerType === "mouse" && link) {
      show(link, REST);
    }
  };
  const leave = (event: PointerEvent) => event.pointerType === "mouse" && linkOf(event) && show(null, AWAY);
  const focus = (event: FocusEvent) => {
    const link = linkOf(event);
    if (link?.matches(":focus-visible")) {
      pressed.current.pointer = "";
      show(link);
    }
  };
  return (
    <>
      <div
        class="card"
        dir="auto"
        ref={body}
        onClick={click}
        onPointerDown={press}
        onPointerUp={release}
        onPointerCancel={release}
        onPointerOver={hover}
        onPointerOut={(event) => {
          release();
          leave(event);
        }}
        onFocusIn={focus}
        onFocusOut={() => shown && show(null, AWAY)}
        onContextMenu={askInstead}
      />
      {asked && (
        <DiceMenu
          key={asked.title}
          die={asked}
          modes={modesOf(asked)}
          roll={(mode) => rollFor(asked, mode)}
          close={() => setAsked(null)}
        />
      )}
      {shown && (
        <Preview
          key={shown.dataset.id}
          link={shown}
          place={place}
          stay={() => clearTimeout(timer.current)}
          leave={() => show(null, AWAY)}
          close={() => show(null)}
          open={() => open(shown)}
        />
      )}
    </>
  );
}

function linkOf(event: Event): HTMLAnchorElement | null {
  return (event.target as Element).closest<HTMLAnchorElement>("a[data-id]");
}

function dieOf(event: Event): HTMLButtonElement | null {
  return (event.target as Element).closest<HTMLButtonElement>("button.dice");
}

/** The ways to roll a die, the usual one first. */
function modesOf(die: HTMLButtonElement): Mode[] {
  return (die.dataset.modes ?? "plain").split(" ") as Mode[];
}

/** Rolls a die of a text, for the trait or action that it belongs to, or for the whole. */
function rollFor(die: HTMLButtonElement, mode: Mode): void {
  const block = die.closest("p, li, tr");
  const named = die.dataset.what || block?.querySelector("strong")?.textContent;
  const name = named ?? die.closest(".card")?.querySelector("h1")?.textContent;
  roll(die.dataset.dice ?? "", mode, name?.replace(/[.:]$/, "") ?? "");
}
