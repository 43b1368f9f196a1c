// The log of rolls, at the edge of the window, with a field for dice of one's own.

import { useEffect, useRef, useState } from "preact/hooks";
import { rolls as texts } from "../../texts/en.json";
import { notationOf, rolled, type Mode, type Roll } from "./dice";
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
/** Whether the log is open without a roll in it. */
let isOpen = false;

function keep(rolls: Line[], open = false): void {
  lines = rolls.slice(0, MAX_SHOWN);
  isOpen = open;
  dispatchEvent(new Event(ROLLED));
}

/** Rolls dice and logs them; the total, null where the notation is none. */
export function roll(dice: string, mode: Mode, what: string): number | null {
  const made = rolled(dice, mode);
  if (made) {
    keep([{ ...made, what, number: ++count }, ...lines]);
  }
  return made && made.total;
}

/** The lines of the log, and whether it is open, always. */
function useRolls(): { shown: Line[]; isShown: boolean } {
  const [shown, setShown] = useState({ shown: lines, isShown: isOpen || lines.length > 0 });
  useEffect(() => {
    const changed = () => setShown({ shown: lines, isShown: isOpen || lines.length > 0 });
    addEventListener(ROLLED, changed);
    return () => removeEventListener(ROLLED, changed);
  }, []);
  return shown;
}

const FIELD = "dice";

/** Opens the log, for dice that no text has. */
export function DiceButton() {
  const { isShown } = useRolls();
  const open = () => {
    keep(lines, true);
    // Once it is there.
    setTimeout(() => document.getElementById(FIELD)?.focus());
  };
  return (
    <button type="button" class="own-dice" aria-expanded={isShown} onClick={open}>
      {texts.own}
    </button>
  );
}

const WAYS: Mode[] = ["plain", "advantage", "disadvantage", "critical"];

/** Rolls what is typed. */
function OwnDice() {
  const [typed, setTyped] = useState("");
  const [isNone, setNone] = useState(false);
  const way = useRef<HTMLSelectElement>(null);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setNone(roll(notationOf(typed), (way.current?.value ?? "plain") as Mode, "") === null);
      }}
    >
      <input
        id={FIELD}
        aria-label={texts.dice}
        aria-invalid={isNone}
        aria-describedby="no-dice"
        placeholder={texts.example}
        autocomplete="off"
        spellcheck={false}
        required
        maxLength={60}
        value={typed}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      <select ref={way} aria-label={texts.way}>
        {WAYS.map((mode) => (
          <option key={mode} value={mode}>
            {texts.ways[mode]}
          </option>
        ))}
      </select>
      <button type="submit">{texts.roll}</button>
      <span id="no-dice" role="status">
        {isNone && filled(texts.noDice, { typed })}
      </span>
    </form>
  );
}

export function RollLog() {
  const { shown, isShown } = useRolls();
  return (
    <section class={isShown ? "rolls" : "rolls unseen"} aria-label={texts.rolls}>
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
      {isShown && (
        <>
          <OwnDice />
          <button type="button" onClick={() => keep([])}>
            {shown.length > 0 ? texts.clear : texts.close}
          </button>
        </>
      )}
    </section>
  );
}
