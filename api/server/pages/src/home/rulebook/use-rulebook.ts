// The contents of a rulebook, asked for page by page, and kept for the visit.

import { useEffect, useState } from "preact/hooks";
import { RULEBOOK, type RuleEntry } from "../answers";
import { Trouble, ask } from "../server";
import { chaptersOf, type Chapter } from "./contents";

interface Rulebook {
  chapters: Chapter[];
  /** How many entries there are of each kind. */
  reference: { value: string; count: number }[];
}

const known = new Map<string, Rulebook>();

async function load(book: string, signal: AbortSignal): Promise<Rulebook> {
  const entries: RuleEntry[] = [];
  let reference: Rulebook["reference"] = [];
  let after: string | null = null;
  do {
    const answer: NonNullable<(typeof RULEBOOK)["answers"]> = await ask(RULEBOOK, { book, after }, signal);
    entries.push(...answer.text.nodes);
    reference = answer.reference.facets[0]?.values ?? [];
    after = answer.text.pageInfo.hasNextPage ? answer.text.pageInfo.endCursor : null;
  } while (after);
  return { chapters: chaptersOf(entries), reference };
}

export function useRulebook(book: string | null) {
  const [times, setTimes] = useState(0);
  const [heard, setHeard] = useState<{ book: string; trouble: Trouble | null } | null>(null);
  useEffect(() => {
    if (book === null || known.has(book)) {
      return;
    }
    const stop = new AbortController();
    load(book, stop.signal)
      .then((loaded) => {
        known.set(book, loaded);
        setHeard({ book, trouble: null });
      })
      .catch((cause) => {
        if (!stop.signal.aborted) {
          setHeard({ book, trouble: cause instanceof Trouble ? cause : new Trouble("refused", String(cause)) });
        }
      });
    return () => stop.abort();
  }, [book, times]);
  const loaded = known.get(book ?? "");
  return {
    chapters: loaded?.chapters ?? null,
    reference: loaded?.reference ?? [],
    trouble: heard?.book === book ? heard.trouble : null,
    again: () => setTimes((n) => n + 1),
  };
}
