// The view of a comparison: two records side by side, part by part, with differences marked.

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { common, compare as texts } from "../../texts/en.json";
import { address, type Place } from "./address";
import { useAnswer } from "./answer";
import { CARDS, type Card } from "./answers";
import { compared, differences, plainText, type Piece, type Row } from "./comparison";
import { follow, leave } from "./place";
import { filled } from "./texts";
import { TroubleShown } from "./trouble";
import { bookOf, kindOf } from "./words";

export function Comparison({ place, ids }: { place: Place; ids: [string, string] }) {
  const { data, trouble, waiting, again } = useAnswer(CARDS, { ids });
  const first = address({ ...place, id: ids[0], beside: null });
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented) {
        leave(first);
      }
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, [first]);
  const cards = data?.nodes ?? [];
  const [left, right] = ids.map((id) => cards.find((card) => card?.id === id));
  return (
    <section class="comparison" aria-label={texts.label} aria-busy={waiting}>
      <p class="actions">
        <button type="button" class="back" onClick={() => leave(first)}>
          {texts.back}
        </button>
      </p>
      {trouble ? (
        <TroubleShown trouble={trouble} again={again} />
      ) : left && right ? (
        <Compared place={place} left={left} right={right} />
      ) : waiting ? (
        <p class="quiet">{common.opening}</p>
      ) : (
        <div class="notice" role="alert">
          <p>{texts.gone}</p>
        </div>
      )}
    </section>
  );
}

function Compared({ place, left, right }: { place: Place; left: Card; right: Card }) {
  const [isShort, setShort] = useState(false);
  const rows = compared(left.markdown, right.markdown);
  const different = rows.filter(({ differs }) => differs);
  const title = left.name === right.name ? left.name : filled(texts.title, { left: left.name, right: right.name });
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    document.title = `${title} · ${common.brand}`;
    heading.current?.focus({ preventScroll: true });
    scrollTo({ top: 0, behavior: "instant" });
  }, [left.id, right.id]);
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p class="summary">
        <span>{filled(texts.differing, { count: different.length, all: rows.length })}</span>
        <label>
          <input type="checkbox" checked={isShort} onChange={() => setShort(!isShort)} /> {texts.onlyDiffering}
        </label>
      </p>
      <div class="row heads">
        {[left, right].map((card) => {
          const to = address({ ...place, id: card.id, beside: null });
          return (
            <p key={card.id} class="side">
              <a href={to} onClick={follow(to)}>
                {card.name}
              </a>
              <span>{kindOf(card)}</span>
              <span class="quiet">{bookOf(card.document)}</span>
            </p>
          );
        })}
      </div>
      {(isShort ? different : rows).map((row, index, all) => (
        <div key={`${row.section} ${row.name} ${index}`}>
          {row.section !== all[index - 1]?.section && <h2>{row.section || texts.facts}</h2>}
          <RowShown row={row} names={[bookOf(left.document), bookOf(right.document)]} />
        </div>
      ))}
    </>
  );
}

function RowShown({ row, names }: { row: Row; names: [string, string] }) {
  const shown = [row.left, row.right].map((text) => text && plainText(text));
  const [left, right] = shown;
  const pieces = left && right && row.differs ? differences(left, right) : null;
  const whole = (text: string | null | undefined): Piece[] => (text ? [{ text, differs: row.differs }] : []);
  const sides = pieces ?? [whole(left), whole(right)];
  return (
    <div class={row.differs ? "row differs" : "row"}>
      <h3>
        {row.differs && (
          <>
            <span aria-hidden="true">≠ </span>
            <span class="unseen">{texts.differs} </span>
          </>
        )}
        {row.name}
      </h3>
      {sides.map((side, index) => (
        <p class="side" key={index}>
          <span class="unseen">{names[index]}: </span>
          {side.length === 0 && <span class="quiet">—</span>}
          {side.map(({ text, differs }) => (differs ? <mark>{text}</mark> : text))}
        </p>
      ))}
    </div>
  );
}
