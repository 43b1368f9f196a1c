// One thing in full: its stat block or text, what it is related to, and whose work it is.

import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { useAnswer } from "./answer";
import { ENTITY, type Entity, type Link } from "./answers";
import { elements } from "./markdown";
import { FAMILIES, address, follow, leave, type Place } from "./place";
import { TroubleShown } from "./trouble";
import { bookOf } from "./words";
import "./entity.css";

export function EntityShown({ place, id }: { place: Place; id: string }) {
  const { data, trouble, waiting, again } = useAnswer(ENTITY, { id });
  const entity = data?.node?.id === id ? data.node : null;

  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented) {
        leave();
      }
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, []);
  useEffect(() => {
    if (entity) {
      document.title = `${entity.name} · LoreKeeper`;
    }
  }, [entity?.name]);

  return (
    <>
      <p>
        <button type="button" class="back" onClick={leave}>
          ← {place.q ? `Back to “${place.q}”` : "Back"}
        </button>
      </p>
      {trouble ? (
        <TroubleShown trouble={trouble} again={again} />
      ) : entity ? (
        <Shown key={id} place={place} entity={entity} />
      ) : waiting || data?.node ? (
        <p class="quiet">Opening…</p>
      ) : (
        <div class="notice" role="alert">
          <p>This is not stored here any more, or never was.</p>
        </div>
      )}
    </>
  );
}

function Shown({ place, entity }: { place: Place; entity: Entity }) {
  const body = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    body.current?.replaceChildren(elements(entity.markdown));
    const heading = body.current?.querySelector("h1");
    if (heading) {
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    }
    scrollTo({ top: 0, behavior: "instant" });
  }, [entity.markdown]);
  return (
    <article class={`entity ${entity.family.toLowerCase()}`}>
      <p class="badges">
        <span>{FAMILIES[entity.family].one}</span>
        <span>{entity.document?.gameSystemName ?? entity.document?.name}</span>
      </p>
      <div class="card" ref={body} />
      <Relations place={place} entity={entity} />
      <Attribution entity={entity} />
    </article>
  );
}

/** Relations longer than this are folded. */
const FEW = 12;

function Relations({ place, entity }: { place: Place; entity: Entity }) {
  const one = (link?: Link | null) => (link ? [link] : []);
  const relations: [string, Link[]][] = [
    ["In other books", entity.otherVersions],
    ["Class or race", one(entity.parent)],
    ["Section", one(entity.section)],
    ["Made from", [...one(entity.baseWeapon), ...one(entity.baseArmor), ...one(entity.variantOf)]],
    ["Variants", entity.variants ?? []],
    ["Magic ones", entity.magicVersions ?? []],
    ["Subclasses", entity.subclasses ?? []],
    ["Subraces", entity.subraces ?? []],
    ["Rules in it", entity.rules ?? []],
    ["See also", entity.related ?? []],
    ["Spells it casts", entity.spells ?? []],
    ["Spells", entity.optionSpells ?? []],
    ["Classes that have it", entity.classes ?? []],
    ["Creatures that cast it", entity.casters ?? []],
    ["Similar", entity.similar.map(({ node }) => node)],
  ];
  const shown = relations.filter(([, links]) => links.length > 0);
  return (
    <div class="relations">
      {shown.map(([name, links]) => {
        const list = (
          <ul>
            {links.map((link) => (
              <li key={link.id}>
                <a href={address({ ...place, id: link.id })} onClick={follow({ ...place, id: link.id })}>
                  {link.name}
                </a>{" "}
                <span class="quiet">{bookOf(link.document && { ...link.document, gameSystem: null })}</span>
              </li>
            ))}
          </ul>
        );
        return links.length > FEW ? (
          <details key={name}>
            <summary>
              {name} ({links.length})
            </summary>
            {list}
          </details>
        ) : (
          <section key={name}>
            <h2>{name}</h2>
            {list}
          </section>
        );
      })}
    </div>
  );
}

/** Whose work it is, and under which licence. */
function Attribution({ entity: { document: book, source, illustration } }: { entity: Entity }) {
  const name = book?.displayName ?? book?.name ?? "";
  return (
    <footer class="attribution">
      {book && (
        <p>
          From <Elsewhere url={book.permalink}>{name}</Elsewhere>
          {book.publisher && ` by ${book.publisher}`}.
          {book.licenses.length > 0 && ` Licence: ${book.licenses.map((licence) => licence.name).join("; ")}.`}
        </p>
      )}
      {book?.attribution && <p>{book.attribution}</p>}
      <p>
        <Elsewhere url={source.url}>The record</Elsewhere> as {source.names.join(", ")} has it.{" "}
        {illustration && (
          <>
            <Elsewhere url={illustration.url}>Picture{illustration.altText && `: ${illustration.altText}`}</Elsewhere>.
          </>
        )}
      </p>
    </footer>
  );
}

/** A link to elsewhere, where there is one that a browser can follow. */
function Elsewhere({ url, children }: { url: string | null; children: preact.ComponentChildren }) {
  return /^https?:\/\//i.test(url ?? "") ? (
    <a href={url ?? ""} rel="noopener noreferrer">
      {children}
    </a>
  ) : (
    <>{children}</>
  );
}
