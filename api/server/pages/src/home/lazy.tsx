// Pages that are loaded when they are opened.

import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { common, server as texts } from "../../texts/en.json";
import { Trouble } from "./server";
import { TroubleShown } from "./trouble";

/** A component of a module that is not loaded before it is shown. In its place is an element with a remark. */
export function lazy<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Place: "div" | "main" = "div",
): ComponentType<P> {
  let Loaded: ComponentType<P> | null = null;
  return function Lazy(props: P) {
    const [trouble, setTrouble] = useState<Trouble | null>(null);
    const [, setTimes] = useState(0);
    useEffect(() => {
      const begin = async () => {
        try {
          Loaded ??= await load();
          setTimes((n) => n + 1);
        } catch {
          setTrouble(new Trouble("away", texts.notLoaded));
        }
      };
      if (!Loaded) {
        void begin();
      }
    }, []);
    if (Loaded) {
      return <Loaded {...props} />;
    }
    // A module that failed to load fails until the page is loaded anew.
    return (
      <Place>
        {trouble ? (
          <TroubleShown trouble={trouble} again={() => location.reload()} />
        ) : (
          <p class="quiet">{common.opening}</p>
        )}
      </Place>
    );
  };
}
