// What was opened lately, as this browser keeps it.

import { recent as texts } from "../../texts/en.json";
import { START, address } from "./address";
import { follow } from "./place";
import { read, write } from "./storage";
import { useKept } from "./use-kept";

const KEY = "lorekeeper-recent";
const MOST = 12;

type Opened = [id: string, name: string];

function openedIn(text: string | null): Opened[] {
  try {
    const all = JSON.parse(text ?? "[]") as Opened[];
    return Array.isArray(all)
      ? all.filter((one) => Array.isArray(one) && one.every((part) => typeof part === "string"))
      : [];
  } catch {
    return [];
  }
}

/** Puts what is opened first. */
export function keepOpened(id: string, name: string): void {
  const others = openedIn(read(KEY)).filter(([other]) => other !== id);
  write(KEY, JSON.stringify([[id, name], ...others].slice(0, MOST)));
}

export function Recent() {
  const opened = openedIn(useKept(KEY));
  return opened.length > 0 ? (
    <section class="recent" aria-labelledby="recent">
      <h2 id="recent">{texts.title}</h2>
      <ul>
        {opened.map(([id, name]) => {
          const to = address({ ...START, id });
          return (
            <li key={id}>
              <a href={to} onClick={follow(to)}>
                <bdi>{name}</bdi>
              </a>
            </li>
          );
        })}
        <li>
          <button type="button" onClick={() => write(KEY, "")}>
            {texts.forget}
          </button>
        </li>
      </ul>
    </section>
  ) : null;
}
