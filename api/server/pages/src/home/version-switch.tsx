// The switch between versions of one thing: links to the same in other editions and books.

import { versions as texts } from "../../texts/en.json";
import { address, type Place } from "./address";
import { isPlain, go } from "./place";
import { filled } from "./texts";
import { labelled, type Version } from "./versions";

interface Props {
  name: string;
  versions: Version[];
  /** The version that is open, if any of them is. */
  now: string | null;
  place: Place;
}

/** Nothing where there is only one. */
export function VersionSwitch({ name, versions, now, place }: Props) {
  if (versions.length < 2) {
    return null;
  }
  return (
    <ul class="versions" aria-label={filled(texts.of, { name })}>
      {labelled(versions).map(({ id, label, title }) => {
        const to = address({ ...place, id });
        return (
          <li key={id}>
            <a
              href={to}
              data-id={id}
              title={title}
              aria-label={filled(label === title ? texts.version : texts.labelled, { name, label, title })}
              aria-current={id === now ? "true" : undefined}
              onClick={(event) => {
                if (isPlain(event)) {
                  event.preventDefault();
                  go(to, place.id ? "same" : "new");
                }
              }}
            >
              {label}
            </a>
          </li>
        );
      })}
    </ul>
  );
}
