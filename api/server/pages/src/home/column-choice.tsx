// The columns of a table that a reader has chosen, and the menu to choose them by.

import { listing as texts } from "../../texts/en.json";
import { address, type Place } from "./address";
import type { Family } from "./answers";
import { COLUMNS, type Column } from "./columns";
import { go } from "./place";
import { write } from "./storage";
import { useKept } from "./use-kept";

/** Where the columns of a family are kept, as an address has them. */
const keyOf = (family: Family) => `lorekeeper-columns-${family.toLowerCase()}`;

/** No columns at all, as no column is called. */
const NONE = "none";

/** The columns that are shown of a family: those of the address, else those that were chosen last, else the usual ones. */
export function useColumns({ columns }: Place, family: Family): Column[] {
  const kept = useKept(keyOf(family));
  const chosen = columns ?? kept?.split(",");
  return COLUMNS[family].filter(({ key, isExtra }) => (chosen ? chosen.includes(key) : !isExtra));
}

export function ColumnChoice({ place, family }: { place: Place; family: Family }) {
  const shown = useColumns(place, family);
  const choose = (columns: string[] | undefined) => {
    write(keyOf(family), columns ? columns.join(",") || NONE : "");
    go(address({ ...place, columns }), "same");
  };
  return (
    <details class="column-choice">
      <summary>{texts.columns}</summary>
      <div role="group" aria-label={texts.columns}>
        {COLUMNS[family].map((column) => (
          <label key={column.key}>
            <input
              type="checkbox"
              checked={shown.includes(column)}
              onChange={() =>
                choose(
                  COLUMNS[family].filter((other) => shown.includes(other) !== (other === column)).map(({ key }) => key),
                )
              }
            />{" "}
            {column.head}
          </label>
        ))}
        <button type="button" onClick={() => choose(undefined)}>
          {texts.usualColumns}
        </button>
      </div>
    </details>
  );
}
