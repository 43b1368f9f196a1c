// The columns of a table that a reader has chosen, and the menu to choose them by.

import { listing as texts } from "../../texts/en.json";
import type { Family } from "./answers";
import { COLUMNS, type Column } from "./columns";
import { write } from "./storage";
import { useKept } from "./use-kept";

/** What is kept: the columns that are not shown, each as its family and its head. */
const HIDDEN_KEY = "lorekeeper-hidden-columns";
const SIGN = "\n";

const keyOf = (family: Family, { head }: Column) => `${family} ${head}`;

function useHidden(): string[] {
  return (useKept(HIDDEN_KEY) ?? "").split(SIGN).filter(Boolean);
}

/** The columns that are shown of a family. */
export function useColumns(family: Family): Column[] {
  const hidden = useHidden();
  return COLUMNS[family].filter((column) => !hidden.includes(keyOf(family, column)));
}

export function ColumnChoice({ family }: { family: Family }) {
  const hidden = useHidden();
  return (
    <details class="column-choice">
      <summary>{texts.columns}</summary>
      <div role="group" aria-label={texts.columns}>
        {COLUMNS[family].map((column) => {
          const key = keyOf(family, column);
          const isHidden = hidden.includes(key);
          const others = hidden.filter((other) => other !== key);
          return (
            <label key={key}>
              <input
                type="checkbox"
                checked={!isHidden}
                onChange={() => write(HIDDEN_KEY, (isHidden ? others : [...others, key]).join(SIGN))}
              />{" "}
              {column.head}
            </label>
          );
        })}
      </div>
    </details>
  );
}
