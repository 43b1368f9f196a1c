// An entity in full: its versions, its card, its relations, and whose work it is.

import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { common, entity as texts, relations } from "../../texts/en.json";
import { address, argumentsOf, type Place } from "./address";
import { useAnswer } from "./answer";
import { ENTITY, type Entity, type Link } from "./answers";
import { Card } from "./card";
import { Collect } from "./collection";
import { AddToEncounter } from "./encounter/add";
import { FAMILIES } from "./families";
import { LevelChoice, useLevel } from "./level-choice";
import { hasLevels } from "./levels";
import { useMine } from "./mine";
import { canLeave, follow, isFramed, leave } from "./place";
import { keepOpened } from "./recent";
import { filled, pieces } from "./texts";
import { TroubleShown } from "./trouble";
import { VersionSwitch } from "./version-switch";
import { labelled } from "./versions";
import { bookOf } from "./words";

interface Props {
  place: Place;
  id: string;
  /** It is shown before anyone opened it: the focus, the title and the entries opened lately stay as they are. */
  isAhead?: true;
}

export function EntityShown({ place, id, isAhead }: Props) {
  const { data, trouble, waiting, again } = useAnswer(ENTITY, { id, ...argumentsOf(useMine()) });
  const entity = data?.node?.id === id ? data.node : null;
  const list = address({ ...place, id: null });

  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented && !isAhead) {
        leave(list);
      }
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, [list, isAhead]);
  useEffect(() => {
    if (entity && !isAhead) {
      document.title = `${entity.name} · ${common.brand}`;
      keepOpened(entity.id, entity.name);
    }
  }, [entity?.id, isAhead]);

  return (
    <>
      <p class="actions top">
        {canLeave() && !isAhead && (
          <button type="button" class="back" onClick={() => leave(list)}>
            ← {place.q ? filled(texts.backTo, { q: place.q }) : texts.back}
          </button>
        )}
        {entity && !isFramed() && <Collect id={id} name={entity.name} />}
        {entity?.family === "CREATURE" && !isFramed() && <AddToEncounter id={id} />}
      </p>
      {trouble ? (
        <TroubleShown trouble={trouble} again={again} />
      ) : entity ? (
        <Shown key={id} place={place} entity={entity} isAhead={isAhead} />
      ) : waiting || data?.node ? (
        <p class="quiet">{common.opening}</p>
      ) : (
        <div class="notice" role="alert">
          <p>{texts.gone}</p>
        </div>
      )}
    </>
  );
}

function Shown({ place, entity, isAhead }: { place: Place; entity: Entity; isAhead: true | undefined }) {
  const shown = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const heading = shown.current?.querySelector("h1");
    if (heading && !isAhead) {
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    }
    shown.current?.closest(".pane")?.scrollTo({ top: 0, behavior: "instant" });
    if (!matchMedia(BESIDE).matches && !isAhead) {
      scrollTo({ top: 0, behavior: "instant" });
    }
  }, [entity.markdown, isAhead]);
  const level = useLevel();
  const isOfLevels = entity.family === "CHARACTER_OPTION" && hasLevels(entity.markdown);
  const versions = [{ id: entity.id, document: entity.document }, ...entity.otherVersions];
  return (
    <article class={`entity ${entity.family.toLowerCase()}`} ref={shown}>
      <p class="badges">
        <span>{FAMILIES[entity.family].one}</span>
        <span>{entity.document?.gameSystemName ?? entity.document?.name}</span>
      </p>
      <VersionSwitch name={entity.name} versions={versions} now={entity.id} place={place} />
      {isOfLevels && <LevelChoice />}
      <Card markdown={entity.markdown} place={place} level={isOfLevels ? level : 0} />
      <Actions place={place} entity={entity} />
      <Relations place={place} entity={entity} />
      <Attribution entity={entity} />
    </article>
  );
}

/** Where what is open stands beside the list. */
export const BESIDE = "(min-width: 72rem)";

function Actions({ place, entity }: { place: Place; entity: Entity }) {
  const pinned = address({ ...place, beside: entity.id, id: null });
  return (
    <p class="actions">
      {!isFramed() && (
        <button type="button" onClick={() => print()}>
          {common.print}
        </button>
      )}
      {!isFramed() && (
        <a href={pinned} onClick={follow(pinned)}>
          {texts.compare}
        </a>
      )}
      {labelled(entity.otherVersions).map(({ id, label, title }) => {
        const to = address({ ...place, beside: entity.id, id });
        return (
          <a key={id} href={to} title={title} onClick={follow(to)}>
            {filled(texts.compareWith, { version: label })}
          </a>
        );
      })}
    </p>
  );
}

/** Relations longer than this are folded. */
const FEW = 12;

function Relations({ place, entity }: { place: Place; entity: Entity }) {
  const one = (link?: Link | null) => (link ? [link] : []);
  const all: [string, Link[]][] = [
    [relations.otherVersions, entity.otherVersions],
    [relations.parent, one(entity.parent)],
    [relations.section, one(entity.section)],
    [relations.madeFrom, [...one(entity.baseWeapon), ...one(entity.baseArmor), ...one(entity.variantOf)]],
    [relations.variants, entity.variants ?? []],
    [relations.magic, entity.magicVersions ?? []],
    [relations.subclasses, entity.subclasses ?? []],
    [relations.subraces, entity.subraces ?? []],
    [relations.rules, entity.rules ?? []],
    [relations.related, entity.related ?? []],
    [relations.spells, entity.spells ?? []],
    [relations.optionSpells, entity.optionSpells ?? []],
    [relations.classes, entity.classes ?? []],
    [relations.casters, entity.casters ?? []],
    [relations.similar, entity.similar.map(({ node }) => node)],
  ];
  const shown = all.filter(([, links]) => links.length > 0);
  return (
    <div class="relations">
      {shown.map(([name, links]) => {
        const list = (
          <ul>
            {links.map((link) => (
              <li key={link.id}>
                <a href={address({ ...place, id: link.id })} onClick={follow(address({ ...place, id: link.id }))}>
                  <bdi>{link.name}</bdi>
                </a>{" "}
                <span class="quiet">{bookOf(link.document)}</span>
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
          {pieces(book.publisher ? texts.fromBy : texts.from, {
            book: <Elsewhere url={book.permalink}>{name}</Elsewhere>,
            publisher: book.publisher,
          })}{" "}
          {book.licenses.length > 0 &&
            filled(texts.licence, { names: book.licenses.map((licence) => licence.name).join("; ") })}
        </p>
      )}
      {book?.attribution && <p>{book.attribution}</p>}
      <p class="source">
        {pieces(texts.source, { names: <Elsewhere url={source.url}>{source.names.join(", ")}</Elsewhere> })}{" "}
        {illustration && (
          <>
            <Elsewhere url={illustration.url}>
              {illustration.altText ? filled(texts.pictureOf, { what: illustration.altText }) : texts.picture}
            </Elsewhere>
            .
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
