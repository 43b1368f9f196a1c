// A link to an entity outside of a text, with its preview: on hover, by the keyboard, and at the first tap.

import { useEffect, useRef, useState } from "preact/hooks";
import { START, address } from "./address";
import { go, isPlain } from "./place";
import { Preview } from "./preview";

/** Milliseconds that a pointer rests on the link before its preview opens, and for which it may be away. */
const REST = 250;
const AWAY = 200;

export function NameLink({ id, children }: { id: string; children: preact.ComponentChildren }) {
  const link = useRef<HTMLAnchorElement>(null);
  const [isShown, setShown] = useState(false);
  const timer = useRef(0);
  const pointer = useRef("");
  const to = address({ ...START, id });
  const show = (shown: boolean, after = 0) => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setShown(shown), after);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  const open = () => go(to, "new");
  return (
    <>
      <a
        ref={link}
        href={to}
        data-id={id}
        onPointerDown={(event) => (pointer.current = event.pointerType)}
        onPointerEnter={(event) => event.pointerType === "mouse" && show(true, REST)}
        onPointerLeave={(event) => event.pointerType === "mouse" && show(false, AWAY)}
        onFocus={() => link.current?.matches(":focus-visible") && show(true)}
        onBlur={() => show(false, AWAY)}
        onClick={(event) => {
          if (isPlain(event)) {
            event.preventDefault();
            if (pointer.current === "touch" && !isShown) {
              show(true);
            } else {
              open();
            }
          }
        }}
      >
        {children}
      </a>
      {isShown && link.current && (
        <Preview
          link={link.current}
          stay={() => clearTimeout(timer.current)}
          leave={() => show(false, AWAY)}
          close={() => show(false)}
          open={open}
        />
      )}
    </>
  );
}
