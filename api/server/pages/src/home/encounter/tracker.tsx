// The tracker of an encounter that is run: initiative, turns and rounds, hit points, conditions.

import { useEffect, useRef, useState } from "preact/hooks";
import { fight as texts } from "../../../texts/en.json";
import { useAnswer } from "../answer";
import { CONDITION_RULES, type Card } from "../answers";
import { rolled } from "../dice";
import { NameLink } from "../name-link";
import { isFramed } from "../place";
import { filled, pieces } from "../texts";
import { capitalized, counted } from "../words";
import {
  advanced,
  character,
  characterName,
  joined,
  withChanged,
  withCondition,
  withDamage,
  without,
  type Combatant,
  type Fight,
} from "./fight";
import { Peek } from "./peek";
import { playersAddress, useSeen } from "./players";

interface Props {
  fight: Fight;
  change: (fight: Fight | null) => void;
  known: Map<string, Card | null>;
  /** How many creatures of the plan do not take part yet, and what lets them. */
  late: number;
  join: () => void;
  /** Null where there is no step to undo. */
  undo: (() => void) | null;
  edition: string;
  /** Whether it was begun just now: then it is brought before the reader. */
  isBegun: boolean;
  /** What tells it from other fights, for the view of the players. */
  players: string;
}

export function Tracker({ fight, change, known, late, join, undo, edition, isBegun, players }: Props) {
  const next = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isBegun) {
      next.current?.focus({ preventScroll: true });
      next.current?.closest("section")?.scrollIntoView();
    }
  }, []);
  const conditions = useAnswer(CONDITION_RULES, { gameSystem: edition }).data?.rules.nodes ?? [];
  // Several books may have one of a name.
  const rules = conditions.filter(({ slug }, at) => conditions.findIndex((other) => other.slug === slug) === at);
  const isMany = ({ who }: Combatant) => fight.combatants.filter((other) => other.who === who).length > 1;
  const name = (one: Combatant) => {
    const creature = creatureName(one.who, known);
    const isNumbered = isMany(one) || one.number > 1;
    const numbered = isNumbered ? filled(texts.numbered, { name: creature, number: one.number }) : creature;
    return characterName(one.who) ?? numbered;
  };
  const isDown = (one: Combatant) => one.damage >= (known.get(one.who)?.hitPoints ?? Infinity);
  const now = fight.combatants[fight.turn];
  const conditionName = (slug: string) => rules.find((rule) => rule.slug === slug)?.name ?? capitalized(slug);
  useSeen(isFramed() ? null : players, {
    round: fight.round,
    combatants: fight.combatants.map((one) => ({
      name: name(one),
      conditions: one.conditions.map(conditionName),
      isDown: isDown(one),
      isNow: one === now,
    })),
  });
  return (
    <section class="fight" aria-labelledby="fight">
      <h2 id="fight">{filled(texts.round, { round: fight.round })}</h2>
      <div class="turn">
        <p role="status">
          {now && pieces(texts.turn, { round: fight.round, name: <strong dir="auto">{name(now)}</strong> })}
        </p>
        <p class="actions">
          <button type="button" ref={next} onClick={() => change(advanced(fight, isDown))}>
            {texts.next}
          </button>
          <button type="button" disabled={!undo} onClick={() => undo?.()}>
            {texts.undo}
          </button>
          {late > 0 && (
            <button type="button" onClick={join}>
              {counted(late, texts.join)}
            </button>
          )}
          <button type="button" onClick={() => change(null)}>
            {texts.end}
          </button>
          {!isFramed() && (
            <a href={playersAddress(players)} target="_blank">
              {texts.players}
            </a>
          )}
        </p>
      </div>
      <ol>
        {fight.combatants.map((one, at) => (
          <Row
            key={`${one.who}*${one.number}`}
            one={one}
            name={name(one)}
            card={known.get(one.who) ?? null}
            isNow={at === fight.turn}
            isDown={isDown(one)}
            rules={rules}
            change={(by) => change(by(fight, at))}
          />
        ))}
      </ol>
      <Join join={(name, initiative) => change(joined(fight, [character(name, initiative)]))} />
    </section>
  );
}

function creatureName(who: string, known: Map<string, Card | null>): string {
  return who.startsWith("cr:")
    ? filled(texts.ofRating, { rating: who.slice(3) })
    : (known.get(who)?.name ?? who.split(":").at(-1) ?? who);
}

interface ConditionRule {
  id: string;
  name: string;
  slug: string;
}

interface RowProps {
  one: Combatant;
  name: string;
  card: Card | null;
  isNow: boolean;
  isDown: boolean;
  rules: ConditionRule[];
  change: (by: (fight: Fight, at: number) => Fight | null) => void;
}

function Row({ one, name, card, isNow, isDown, rules, change }: RowProps) {
  return (
    <li class={isDown ? "down" : undefined} aria-current={isNow ? "true" : undefined}>
      <input
        type="number"
        class="initiative"
        aria-label={filled(texts.initiativeOf, { name })}
        min={-99}
        max={99}
        value={one.initiative}
        onChange={(event) => {
          const initiative = Math.min(Math.max(Math.trunc(Number(event.currentTarget.value)) || 0, -99), 99);
          change((fight, at) => withChanged(fight, at, { initiative }));
        }}
      />
      <span class="what">
        <strong dir="auto">{name}</strong>{" "}
        {card && <span class="quiet">{filled(texts.armorClass, { value: card.armorClass ?? "?" })}</span>}{" "}
        {isDown && <span class="quiet">{texts.down}</span>}
      </span>
      <HitPoints one={one} name={name} most={card?.hitPoints ?? null} change={change} />
      <span class="conditions">
        {one.conditions.map((condition) => {
          const rule = rules.find(({ slug }) => slug === condition);
          return (
            <span key={condition} class="condition">
              {rule ? <NameLink id={rule.id}>{rule.name}</NameLink> : capitalized(condition)}
              <button
                type="button"
                aria-label={filled(texts.noLonger, { name, condition })}
                onClick={() => change((fight, at) => withCondition(fight, at, condition))}
              >
                ×
              </button>
            </span>
          );
        })}
        <select
          aria-label={filled(texts.addCondition, { name })}
          value=""
          onChange={(event) => {
            const condition = event.currentTarget.value;
            event.currentTarget.value = "";
            if (condition) {
              change((fight, at) => withCondition(fight, at, condition));
            }
          }}
        >
          <option value="">{texts.condition}</option>
          {rules
            .filter(({ slug }) => !one.conditions.includes(slug))
            .map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
        </select>
      </span>
      <button type="button" class="remove" aria-label={filled(texts.remove, { name })} onClick={() => change(without)}>
        ×
      </button>
      {card && <Peek id={one.who} name={name} />}
    </li>
  );
}

function HitPoints({ one, name, most, change }: Pick<RowProps, "one" | "name" | "change"> & { most: number | null }) {
  const [points, setPoints] = useState("");
  const number = Math.max(0, Math.trunc(Number(points)) || 0);
  const apply = (by: number) => {
    if (number > 0) {
      change((fight, at) => withDamage(fight, at, by * number));
      setPoints("");
    }
  };
  return (
    <form
      class="points"
      onSubmit={(event) => {
        event.preventDefault();
        apply(1);
      }}
    >
      <output aria-label={filled(texts.hitPointsOf, { name })}>
        {most === null
          ? filled(texts.lost, { points: one.damage })
          : filled(texts.left, { left: Math.max(0, most - one.damage), most })}
      </output>
      <input
        type="number"
        min={0}
        max={9999}
        inputMode="numeric"
        aria-label={filled(texts.points, { name })}
        value={points}
        onInput={(event) => setPoints(event.currentTarget.value)}
      />
      <button type="submit" aria-label={filled(texts.damage, { name })}>
        {texts.hit}
      </button>
      <button type="button" aria-label={filled(texts.healName, { name })} onClick={() => apply(-1)}>
        {texts.heal}
      </button>
    </form>
  );
}

/** A character joins; without an initiative of its own one is rolled. */
function Join({ join }: { join: (name: string, initiative: number) => void }) {
  const [name, setName] = useState("");
  const [initiative, setInitiative] = useState("");
  return (
    <form
      class="join"
      onSubmit={(event) => {
        event.preventDefault();
        const given = initiative === "" ? rolled("1d20", "plain")?.total : Math.trunc(Number(initiative));
        join(name.trim(), Math.min(Math.max(given || 0, -99), 99));
        setName("");
        setInitiative("");
      }}
    >
      <label>
        {texts.character}{" "}
        <input
          dir="auto"
          required
          pattern=".*\S.*"
          maxLength={60}
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>{" "}
      <label>
        {texts.initiative}{" "}
        <input
          type="number"
          min={-99}
          max={99}
          placeholder={texts.die}
          value={initiative}
          onInput={(event) => setInitiative(event.currentTarget.value)}
        />
      </label>{" "}
      <button type="submit">{texts.joinAs}</button>
    </form>
  );
}
