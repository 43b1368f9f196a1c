// The button that draws a mixed group into an encounter, and another one in its place.

import { useEffect, useRef, useState } from "preact/hooks";
import { encounter as texts } from "../../../texts/en.json";
import { useMine, withMine } from "../mine";
import { Trouble } from "../server";
import { filled } from "../texts";
import { TroubleShown } from "../trouble";
import { capitalized } from "../words";
import { drawn } from "./draw";
import { DIFFICULTIES, total, type Member, type Plan } from "./plan";

export function Fill({ plan, judged, change }: { plan: Plan; judged: Member[]; change: (plan: Plan) => void }) {
  const mine = useMine();
  const [last, setLast] = useState<{ before: Member[]; after: Member[] } | null>(null);
  const [said, setSaid] = useState<"" | "drawing" | "nothing">("");
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const stop = useRef(new AbortController());
  const latest = useRef(plan);
  latest.current = plan;
  useEffect(() => () => stop.current.abort(), []);
  const isDrawn = last !== null && isEqual(last.after, plan.members);
  const draw = async () => {
    const before = isDrawn ? last.before : judged;
    stop.current.abort();
    const { signal } = (stop.current = new AbortController());
    setSaid("drawing");
    setTrouble(null);
    try {
      const after = await drawn(plan, withMine(plan.chosen, mine), before, signal);
      if (isEqual(latest.current.members, plan.members)) {
        setLast({ before, after });
        change({ ...latest.current, members: after });
      }
      setSaid(total(after) > total(before) ? "" : "nothing");
    } catch (cause) {
      if (!signal.aborted) {
        setTrouble(cause instanceof Trouble ? cause : new Trouble("refused", String(cause)));
        setSaid("");
      }
    }
  };
  const edition = DIFFICULTIES[2014].includes(plan.aim) ? 2014 : 2024;
  const difficulty = capitalized(plan.aim.toLowerCase());
  return (
    <>
      <p class="fill-up">
        <button type="button" disabled={said === "drawing"} onClick={draw}>
          {isDrawn ? texts.drawAnother : filled(texts.draw, { difficulty, edition })}
        </button>{" "}
        <span class="quiet" role="status">
          {said === "drawing" ? texts.drawing : said === "nothing" ? texts.noGroupFits : ""}
        </span>
      </p>
      {trouble && <TroubleShown trouble={trouble} again={draw} />}
    </>
  );
}

function isEqual(one: Member[], other: Member[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
