// The tracker of an encounter that is run: initiative, turns and rounds, hit points, conditions.

import { useState } from "preact/hooks";
import { useAnswer } from "../answer";
import { CONDITION_RULES, type Card } from "../answers";
import { rolled } from "../dice";
import { NameLink } from "../name-link";
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
}

export function Tracker({ fight, change, known, late, join, undo, edition }: Props) {
  const conditions = useAnswer(CONDITION_RULES, { gameSystem: edition }).data?.rules.nodes ?? [];
  // Several books may have one of a name.
  const rules = conditions.filter(({ slug }, at) => conditions.findIndex((other) => other.slug === slug) === at);
  const isMany = ({ who }: Combatant) => fight.combatants.filter((other) => other.who === who).length > 1;
  const name = (one: Combatant) =>
    characterName(one.who) ?? `${creatureName(one.who, known)}${isMany(one) || one.number > 1 ? ` ${one.number}` : ""}`;
  const isDown = (one: Combatant) => one.damage >= (known.get(one.who)?.hitPoints ?? Infinity);
  const now = fight.combatants[fight.turn];
  return (
    <section class="fight" aria-labelledby="fight">
      <h2 id="fight">Round {fight.round}</h2>
      <p role="status">
        {now && (
          <>
            Round {fight.round}: <strong dir="auto">{name(now)}</strong>’s turn
          </>
        )}
      </p>
      <p class="actions">
        <button type="button" onClick={() => change(advanced(fight, isDown))}>
          Next turn
        </button>
        <button type="button" disabled={!undo} onClick={() => undo?.()}>
          Undo
        </button>
        {late > 0 && (
          <button type="button" onClick={join}>
            Let {counted(late, "more creature", "more creatures")} join
          </button>
        )}
        <button type="button" onClick={() => change(null)}>
          End it
        </button>
      </p>
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
  return who.startsWith("cr:") ? `CR ${who.slice(3)}` : (known.get(who)?.name ?? who.split(":").at(-1) ?? who);
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
        aria-label={`Initiative of ${name}`}
        min={-99}
        max={99}
        value={one.initiative}
        onChange={(event) => {
          const initiative = Math.min(Math.max(Math.trunc(Number(event.currentTarget.value)) || 0, -99), 99);
          change((fight, at) => withChanged(fight, at, { initiative }));
        }}
      />
      <span class="what">
        <strong dir="auto">{name}</strong> {card && <span class="quiet">AC {card.armorClass ?? "?"}</span>}{" "}
        {isDown && <span class="quiet">down</span>}
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
                aria-label={`${name} is no longer ${condition}`}
                onClick={() => change((fight, at) => withCondition(fight, at, condition))}
              >
                ×
              </button>
            </span>
          );
        })}
        <select
          aria-label={`Add a condition to ${name}`}
          value=""
          onChange={(event) => {
            const condition = event.currentTarget.value;
            event.currentTarget.value = "";
            if (condition) {
              change((fight, at) => withCondition(fight, at, condition));
            }
          }}
        >
          <option value="">Condition…</option>
          {rules
            .filter(({ slug }) => !one.conditions.includes(slug))
            .map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
        </select>
      </span>
      <button type="button" class="remove" aria-label={`Remove ${name}`} onClick={() => change(without)}>
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
      <output aria-label={`Hit points of ${name}`}>
        {most === null ? `${one.damage} lost` : `${Math.max(0, most - one.damage)} / ${most} HP`}
      </output>
      <input
        type="number"
        min={0}
        max={9999}
        inputMode="numeric"
        aria-label={`Points that ${name} loses or gets`}
        value={points}
        onInput={(event) => setPoints(event.currentTarget.value)}
      />
      <button type="submit" aria-label={`Damage ${name}`}>
        Hit
      </button>
      <button type="button" aria-label={`Heal ${name}`} onClick={() => apply(-1)}>
        Heal
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
        Character{" "}
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
        Initiative{" "}
        <input
          type="number"
          min={-99}
          max={99}
          placeholder="d20"
          value={initiative}
          onInput={(event) => setInitiative(event.currentTarget.value)}
        />
      </label>{" "}
      <button type="submit">Join</button>
    </form>
  );
}
