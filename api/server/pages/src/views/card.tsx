// The card view: one record as the books print it, or the names of several, each with its card.

import { views as texts } from "../../texts/en.json";
import { START, address, placeOf } from "../home/address";
import { Comparison } from "../home/compare";
import { EntityShown } from "../home/entity";
import { follow } from "../home/place";
import { show, type Answer } from "./view";

/** Whether an id is that of a document, which has no card. */
function isCard({ id }: { id: string }): boolean {
  return !id.startsWith("document:");
}

show(
  ({ results }) => {
    const cards = results.filter(isCard);
    const [first] = cards;
    return cards.length === 1 && first ? address({ ...START, id: first.id }) : "/";
  },
  ({ path, parameters }, answer) => {
    const place = placeOf(path, parameters);
    return (
      <main>
        {place.id && place.beside ? (
          <Comparison place={place} ids={[place.beside, place.id]} />
        ) : place.id ? (
          <EntityShown key={place.id} place={place} id={place.id} />
        ) : (
          <Names answer={answer} />
        )}
      </main>
    );
  },
);

/** The records that the tool answered with. */
function Names({ answer }: { answer: Answer }) {
  const cards = answer.results.filter(isCard);
  if (cards.length === 0) {
    return <p class="quiet">{String(answer.content.message ?? texts.nothing)}</p>;
  }
  return (
    <ul class="names">
      {cards.map(({ id, name }) => {
        const to = address({ ...START, id });
        return (
          <li key={id}>
            <a href={to} onClick={follow(to)}>
              <bdi>{name}</bdi>
            </a>
          </li>
        );
      })}
    </ul>
  );
}
