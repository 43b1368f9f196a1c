// A table: what was found as rows, sorted by its heads.

import { columns as texts, common } from "../../texts/en.json";
import type { Family, Hit, Named } from "./answers";
import { address, type Place } from "./address";
import { Collect } from "./collection";
import { useColumns } from "./column-choice";
import { follow, isFramed } from "./place";
import { Variants } from "./variants";
import { VersionSwitch } from "./version-switch";
import { bookOf } from "./words";

interface Props {
  place: Place;
  family: Family;
  things: (Hit & { versions: Hit[]; variantCount: number; variants: Named[] })[];
  /** The version of a thing that is open. */
  versionOf: (thing: Hit & { versions: Hit[] }) => Hit | undefined;
}

export function Table({ place, family, things, versionOf }: Props) {
  const columns = useColumns(place, family);
  return (
    <div class="frame">
      <table>
        <thead>
          <tr>
            <Head place={place} head={texts.name} sort="NAME" />
            {columns.map(({ head, sort, isNumber }) => (
              <Head key={head} place={place} head={head} sort={sort} isNumber={isNumber} />
            ))}
            <Head place={place} head={common.book} sort="DOCUMENT" />
            <th scope="col">
              <span class="unseen">{common.yourList}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {things.map((thing) => {
            const isShown = versionOf(thing) !== undefined;
            return (
              <tr key={thing.id} class={isShown ? "shown" : undefined}>
                <th scope="row">
                  <a
                    class="hit"
                    href={address({ ...place, id: thing.id })}
                    data-id={thing.id}
                    aria-current={isShown ? "true" : undefined}
                  >
                    <bdi>{thing.name}</bdi>
                  </a>
                  <Variants of={thing} now={place.id} place={place} />
                </th>
                {columns.map(({ head, isNumber, isLong, cell }) => (
                  <td key={head} class={isNumber ? "amount" : isLong && "long"}>
                    {cell(thing)}
                  </td>
                ))}
                <td class="book" title={bookOf(thing.document)}>
                  {thing.versions.length > 0 ? (
                    <>
                      <VersionSwitch
                        name={thing.name}
                        versions={[thing, ...thing.versions]}
                        now={place.id}
                        place={place}
                      />
                      <span class="paper">{bookOf(thing.document)}</span>
                    </>
                  ) : (
                    bookOf(thing.document)
                  )}
                </td>
                <td>{!isFramed() && <Collect id={thing.id} name={thing.name} />}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

interface HeadProps {
  place: Place;
  head: string;
  sort?: string | undefined;
  isNumber?: true | undefined;
}

/** The head of a column: a link that sorts by it, up at first and then down. */
function Head({ place, head, sort, isNumber }: HeadProps) {
  const now = place.sort ?? (place.q.trim() ? null : "NAME");
  const isDown = now === `-${sort}`;
  const isSorted = sort !== undefined && (now === sort || isDown);
  const to = address({ ...place, sort: isSorted && !isDown ? `-${sort}` : (sort ?? null) });
  return (
    <th
      scope="col"
      class={isNumber && "amount"}
      aria-sort={isSorted ? (isDown ? "descending" : "ascending") : undefined}
    >
      {sort ? (
        <a href={to} onClick={follow(to)}>
          {head}
          <span aria-hidden="true">{isSorted ? (isDown ? " ↓" : " ↑") : ""}</span>
        </a>
      ) : (
        head
      )}
    </th>
  );
}
