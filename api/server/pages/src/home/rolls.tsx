// The log of rolls, at the edge of the window.

import { useEffect, useState } from "preact/hooks";
import { rolls as texts } from "../../texts/en.json";
import { rolled, type Mode, type Roll } from "./dice";
import { filled } from "./texts";

const ROLLED = "lorekeeper:rolled";
const MAX_SHOWN = 20;

interface Line extends Roll {
  number: number;
  /** What was rolled for. */
  what: string;
}

/** The last rolls, the newest first. */
let lines: Line[] = [];
let count = 0;

function keep(rolls: Line[]): void {
  lines = rolls.slice(0, MAX_SHOWN);
  dispatchEvent(new Event(ROLLED));
}

/** Rolls dice and logs them; the total, 0 where the notation is none. */
export function roll(dice: string, mode: Mode, what: string): number {
  const made = rolled(dice, mode);
  if (made) {
    keep([{ ...made, what, number: ++count }, ...lines]);
  }
  return made?.total ?? 0;
}

export function RollLog() {
  const [shown, setShown] = useState(lines);
  useEffect(() => {
    const changed = () => setShown(lines);
    addEventListener(ROLLED, changed);
    return () => removeEventListener(ROLLED, changed);
  }, []);
  return (
    <section class={shown.length > 0 ? "rolls" : "rolls unseen"} aria-label={texts.rolls}>
      {/* It is there before the first roll, for a region that appears with its text is not read out. */}
      <div role="log" aria-live="polite" aria-label={texts.results} tabIndex={shown.length > 0 ? 0 : undefined}>
        {shown.map(({ number, what, dice, mode, total, parts, natural }) => (
          <p key={number} class={natural === 20 ? "best" : natural === 1 ? "worst" : undefined}>
            <strong>{total}</strong>{" "}
            <span>
              {what ? filled(texts.for, { what, dice: dice.replace("*", " × ") }) : dice.replace("*", " × ")}
              {mode !== "plain" && ` ${texts.modes[mode]}`} <span class="quiet">= {parts}</span>
              {natural && <em> {filled(texts.natural, { number: natural })}</em>}
            </span>
          </p>
        ))}
      </div>
      {shown.length > 0 && (
        <button type="button" onClick={() => keep([])}>
          {texts.clear}
        </button>
      )}
    </section>
  );
}
