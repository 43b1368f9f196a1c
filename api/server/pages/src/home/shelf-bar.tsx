// The names of what a shelf holds: one is chosen, made, renamed, removed.

import { useEffect, useRef, useState } from "preact/hooks";
import { shelf as texts } from "../../texts/en.json";
import {
  LONGEST_NAME,
  atHand,
  changeShelf,
  isShelfFull,
  nameIn,
  withName,
  withNew,
  withText,
  withoutHand,
  type Shelf,
} from "./shelf";
import { filled } from "./texts";
import { useShelf } from "./use-kept";

interface Props {
  /** Where the shelf is kept. */
  shelfKey: string;
  /** What the texts of it are. */
  what: "list" | "encounter";
  /** What one without a name is called. */
  unnamed: string;
  /** Puts the text at hand that is shown, where that is another one. */
  hand?: (shelf: Shelf) => Shelf;
  /** Called after another text came to hand. */
  moved: () => void;
}

export function ShelfBar({ shelfKey, what, unnamed, hand = (shelf) => shelf, moved }: Props) {
  const shelf = hand(useShelf(shelfKey));
  const [naming, setNaming] = useState<"new" | "old" | null>(null);
  const [isSure, setSure] = useState(false);
  const shown = (text: string) => nameIn(text) || unnamed;
  const change = (by: (shelf: Shelf) => Shelf) => {
    changeShelf(shelfKey, (now) => by(hand(now)));
    setNaming(null);
    setSure(false);
    moved();
  };
  const name = (given: string) =>
    change((now) =>
      naming === "new" ? withNew(now, withName("", given)) : withText(now, withName(atHand(now), given)),
    );
  return (
    <div class="shelf">
      {shelf.all.length > 1 && (
        <ul aria-label={texts[what].all}>
          {shelf.all.map((text, index) => (
            <li key={index}>
              <button
                type="button"
                aria-pressed={index === shelf.at}
                onClick={() => change((now) => ({ ...now, at: Math.min(index, now.all.length - 1) }))}
              >
                <bdi>{shown(text)}</bdi>
              </button>
            </li>
          ))}
        </ul>
      )}
      {naming ? (
        <NameForm
          label={texts[what].name}
          name={
            naming === "new"
              ? filled(texts.another, { name: unnamed, number: shelf.all.length + 1 })
              : shown(atHand(shelf))
          }
          take={name}
          end={() => setNaming(null)}
        />
      ) : (
        <p class="actions">
          <button type="button" disabled={isShelfFull(shelf)} onClick={() => setNaming("new")}>
            {texts[what].add}
          </button>
          <button type="button" onClick={() => setNaming("old")}>
            {texts.rename}
          </button>
          {shelf.all.length > 1 && (
            <button
              type="button"
              onBlur={() => setSure(false)}
              onClick={() => (isSure ? change(withoutHand) : setSure(true))}
            >
              {isSure ? filled(texts.sure, { name: shown(atHand(shelf)) }) : texts[what].remove}
            </button>
          )}
        </p>
      )}
    </div>
  );
}

function NameForm({
  label,
  name,
  take,
  end,
}: {
  label: string;
  name: string;
  take: (name: string) => void;
  end: () => void;
}) {
  const [given, setGiven] = useState(name);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  return (
    <form
      class="naming"
      onSubmit={(event) => {
        event.preventDefault();
        take(given.trim());
      }}
      onKeyDown={(event) => event.key === "Escape" && end()}
    >
      <label>
        {label}{" "}
        <input
          dir="auto"
          required
          maxLength={LONGEST_NAME}
          value={given}
          ref={field}
          onInput={(event) => setGiven(event.currentTarget.value)}
        />
      </label>{" "}
      <button type="submit">{texts.keep}</button>{" "}
      <button type="button" onClick={end}>
        {texts.cancel}
      </button>
    </form>
  );
}
