// The search box, with completions of names.

import { useEffect, useRef, useState } from "preact/hooks";
import { search as texts } from "../../texts/en.json";
import { address, argumentsOf, type Place } from "./address";
import { useAnswer } from "./answer";
import { SUGGEST } from "./answers";
import { isConditions } from "./conditions";
import { focusHit } from "./hits";
import { useMine, withMine } from "./mine";
import { go } from "./place";

/** What may be typed next. */
interface Completion {
  shown: string;
  /** The whole text with it. */
  text: string;
}

/** Milliseconds without a key before names are completed. */
const SHORT_PAUSE = 90;

/** The server cuts what is longer. */
const LONGEST = 512;

export function SearchBox({ place }: { place: Place }) {
  const box = useRef<HTMLInputElement>(null);
  const [isActive, setActive] = useState(false);
  const text = place.q.trim();
  const isWhere = isConditions(place.q);
  const before = place.q.slice(0, box.current?.selectionStart ?? place.q.length);
  const mine = useMine();
  const asked = {
    text: isWhere ? place.q : text,
    cursor: [...before].length,
    family: place.family,
    isWhere,
    ...argumentsOf(withMine(place.chosen, mine)),
  };
  const offered = useAnswer(SUGGEST, isActive && text.length > 1 ? asked : null, SHORT_PAUSE).data;
  const names = (offered?.suggest ?? []).map(({ name }): Completion => ({ shown: name, text: name }));
  const terms = (offered?.suggestWhere ?? []).map(({ term, text }): Completion => ({ shown: term, text }));
  const completions = (isWhere ? terms : names)
    .filter((one, index, all) => all.findIndex((other) => other.text === one.text) === index)
    .filter((one) => one.text.toLowerCase() !== text.toLowerCase())
    .slice(0, 5);

  const to = (q: string) => address({ ...place, q, sort: text ? place.sort : null, id: null });
  const type = (q: string) => {
    setActive(true);
    // Typing within a search is one step of the history.
    go(to(q), place.id !== null || place.q === "" ? "new" : "same");
  };
  const complete = (q: string) => {
    type(q);
    box.current?.focus();
  };
  const keys = (event: KeyboardEvent) => {
    const input = box.current;
    const isAtEnd = input?.selectionStart === place.q.length && input.selectionEnd === place.q.length;
    const [first] = completions;
    if ((event.key === "ArrowDown" || event.key === "Enter") && focusHit(0)) {
      event.preventDefault();
    } else if (event.key === "ArrowRight" && isAtEnd && first) {
      event.preventDefault();
      complete(first.text);
    } else if (event.key === "Escape" && place.q !== "" && !place.id) {
      event.preventDefault();
      go(to(""), "same");
    }
  };

  return (
    <form role="search" onSubmit={(event) => event.preventDefault()}>
      <label class="unseen" for="search">
        {texts.label}
      </label>
      <input
        id="search"
        ref={box}
        type="search"
        dir="auto"
        autocomplete="off"
        spellcheck={false}
        maxLength={LONGEST}
        placeholder={texts.placeholder}
        aria-describedby="keys"
        value={place.q}
        onInput={(event) => type(event.currentTarget.value)}
        onKeyDown={keys}
      />
      {isActive && text && !place.id && (
        <p class="completions" role="group" aria-label={isWhere ? texts.terms : texts.names}>
          {completions.map(({ shown, text }, index) => (
            <button type="button" key={text} onClick={() => complete(text)}>
              {shown}
              {index === 0 && <kbd aria-hidden="true">→</kbd>}
            </button>
          ))}
        </p>
      )}
      <p id="keys" class="unseen">
        {texts.keys}
      </p>
    </form>
  );
}

/** The slash key goes to the box from anywhere. */
export function useSlash(): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const isText = target instanceof HTMLInputElement && !/^(checkbox|radio)$/.test(target.type);
      const isTyping = isText || /^(TEXTAREA|SELECT)$/.test(target.tagName) || target.isContentEditable;
      if (event.key === "/" && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault();
        const box = document.querySelector<HTMLInputElement>("input[type='search']");
        box?.focus();
        box?.select();
      }
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, []);
}
