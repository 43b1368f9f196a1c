// The menu of a die: the ways to roll it, for those who have no keys to hold.

import { useLayoutEffect, useRef } from "preact/hooks";
import { rolls as texts } from "../../texts/en.json";
import type { Mode } from "./dice";
import { beside } from "./preview";
import { filled } from "./texts";

interface Props {
  die: HTMLButtonElement;
  modes: Mode[];
  roll: (mode: Mode) => void;
  close: () => void;
}

export function DiceMenu({ die, modes, roll, close }: Props) {
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (menu.current) {
      beside(die, menu.current);
      menu.current.querySelector("button")?.focus({ preventScroll: true });
    }
    const pressed = (event: Event) => !menu.current?.contains(event.target as Node) && close();
    addEventListener("pointerdown", pressed, true);
    addEventListener("scroll", close, true);
    return () => {
      removeEventListener("pointerdown", pressed, true);
      removeEventListener("scroll", close, true);
    };
  }, [die]);
  const end = () => {
    close();
    die.focus({ preventScroll: true });
  };
  const keys = (event: KeyboardEvent) => {
    const items = [...(menu.current?.querySelectorAll("button") ?? [])];
    const at = items.indexOf(document.activeElement as HTMLButtonElement);
    const moves: Record<string, () => void> = {
      ArrowDown: () => items[(at + 1) % items.length]?.focus(),
      ArrowUp: () => items.at(at - 1)?.focus(),
      Escape: end,
      Tab: end,
    };
    const move = moves[event.key];
    if (move) {
      event.preventDefault();
      event.stopPropagation();
      move();
    }
  };
  return (
    <div
      class="dice-menu"
      role="menu"
      aria-label={filled(texts.how, { dice: die.textContent ?? "" })}
      ref={menu}
      onKeyDown={keys}
    >
      {modes.map((mode) => (
        <button
          key={mode}
          type="button"
          role="menuitem"
          tabIndex={-1}
          onClick={() => {
            roll(mode);
            end();
          }}
        >
          {texts.ways[mode]}
        </button>
      ))}
    </div>
  );
}
