// The level that a class is read for.

import { entity as texts } from "../../texts/en.json";
import { write } from "./storage";
import { useKept } from "./use-kept";

const LEVEL_KEY = "lorekeeper-level";
const HIGHEST = 20;

/** The level that was chosen; 0 for all. */
export function useLevel(): number {
  const level = Number(useKept(LEVEL_KEY));
  return Number.isInteger(level) && level >= 1 && level <= HIGHEST ? level : 0;
}

export function LevelChoice() {
  const level = useLevel();
  return (
    <p class="level">
      <label>
        {texts.level}{" "}
        <select value={level || ""} onChange={(event) => write(LEVEL_KEY, event.currentTarget.value)}>
          <option value="">{texts.allLevels}</option>
          {Array.from({ length: HIGHEST }, (_, index) => (
            <option key={index} value={index + 1}>
              {index + 1}
            </option>
          ))}
        </select>
      </label>
    </p>
  );
}
