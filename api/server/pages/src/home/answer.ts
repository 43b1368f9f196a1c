// Answers in the page: asked when what is asked for changes, a stale request given up, the last answers kept.

import { useEffect, useState } from "preact/hooks";
import type { Operation } from "./answers";
import { Trouble, ask } from "./server";

/** What there is of an answer. While a new one is awaited, `data` is the last one, and `waiting` says so. */
export interface Answered<T> {
  data: T | null;
  trouble: Trouble | null;
  waiting: boolean;
  again: () => void;
}

/** Answers of this visit: going back shows them at once. */
const known = new Map<string, unknown>();
const MOST_KNOWN = 60;

function keep(key: string, data: unknown): void {
  known.delete(key);
  known.set(key, data);
  for (const oldest of known.keys()) {
    if (known.size <= MOST_KNOWN) {
      break;
    }
    known.delete(oldest);
  }
}

/** Asks before a component does, which then has the answer at once. */
export async function foretell<T>(operation: Operation<T>, variables: object): Promise<void> {
  const data = await ask(operation, variables, new AbortController().signal);
  keep(operation.text + JSON.stringify(variables), data);
}

/** The answer to an operation with these variables (`null`: nothing is asked), asked `after` milliseconds. */
export function useAnswer<T>(operation: Operation<T>, variables: object | null, after = 0): Answered<T> {
  const key = variables && operation.text + JSON.stringify(variables);
  const [heard, setHeard] = useState<{ key: string; data: T | null; trouble: Trouble | null } | null>(null);
  const [times, setTimes] = useState(0);

  useEffect(() => {
    if (key === null || (operation.isLasting && known.has(key))) {
      return;
    }
    const stop = new AbortController();
    const begin = async () => {
      try {
        const data = await ask(operation, variables ?? {}, stop.signal);
        keep(key, data);
        setHeard({ key, data, trouble: null });
      } catch (cause) {
        if (!stop.signal.aborted) {
          const trouble = cause instanceof Trouble ? cause : new Trouble("refused", String(cause));
          setHeard((last) => ({ key, data: last?.data ?? null, trouble }));
        }
      }
    };
    const timer = setTimeout(begin, known.has(key) ? 0 : after);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [key, times]);

  const trouble = heard?.key === key ? (heard?.trouble ?? null) : null;
  const again = trouble?.again;
  useEffect(() => {
    const timer = again && setTimeout(() => setTimes((n) => n + 1), again * 1000);
    return () => clearTimeout(timer || undefined);
  }, [again, times, heard]);

  const remembered = key === null ? null : ((known.get(key) as T | undefined) ?? null);
  return {
    data: key === null ? null : heard?.key === key && heard.data ? heard.data : (remembered ?? heard?.data ?? null),
    trouble,
    waiting: key !== null && heard?.key !== key && remembered === null,
    again: () => setTimes((n) => n + 1),
  };
}
