// Candidates: creatures that fit into an encounter, found by words and narrowed by facets.

import { useEffect, useRef } from "preact/hooks";
import { candidates as texts, common } from "../../../texts/en.json";
import { variablesOf } from "../address";
import { useAnswer } from "../answer";
import { CANDIDATES, LISTS, type Candidates as Fitting, type Counts, type Hit } from "../answers";
import { ChosenShown, FacetsShown } from "../facets";
import { facetName } from "../families";
import { MARKS } from "../hits";
import { chooser, useMine, withMine } from "../mine";
import { go } from "../place";
import type { Trouble } from "../server";
import { filled } from "../texts";
import { TroubleShown } from "../trouble";
import { grouped as one, labelled } from "../versions";
import { bookOf, capitalized, counted, grouped, kindOf } from "../words";
import { Peek } from "./peek";
import {
  CANDIDATE_FACETS,
  DIFFICULTIES,
  MAX_CREATURES,
  MAX_KINDS,
  creatures,
  levels,
  planAddress,
  total,
  withCount,
  type Member,
  type Plan,
} from "./plan";

/** Milliseconds without a key before what was typed is searched for. */
const PAUSE = 220;

interface Found {
  totalCount: number;
  facets: Counts[];
  /** What is left; null where that is not asked. */
  budget: Fitting["budget"] | null;
  /** How many of each fit; null where that is not asked. */
  creatures: { node: Hit & { versions: Hit[] }; most: number | null }[];
}

interface Props {
  plan: Plan;
  judged: Member[];
  change: (plan: Plan) => void;
}

export function Candidates({ plan, judged, change }: Props) {
  const mine = useMine();
  const chosen = withMine(plan.chosen, mine);
  const { found, trouble, waiting, again } = useFound({ ...plan, chosen }, judged);
  const to = (chosen: Plan["chosen"]) => planAddress({ ...plan, chosen });
  const facets = { facets: CANDIDATE_FACETS, counts: found?.facets ?? null };
  const choose = chooser(plan.chosen, mine, (next) => go(to(next), "same"));
  return (
    <section class="candidates" aria-labelledby="candidates" aria-busy={waiting}>
      <h2 id="candidates">{plan.fits ? texts.fitting : texts.all}</h2>
      <form role="search" onSubmit={(event) => event.preventDefault()}>
        <input
          type="search"
          aria-label={texts.search}
          placeholder={texts.placeholder}
          autocomplete="off"
          spellcheck={false}
          maxLength={512}
          value={plan.q}
          onInput={(event) => change({ ...plan, q: event.currentTarget.value })}
        />
      </form>
      <p class="aims">
        <label>
          {texts.upTo}{" "}
          <select
            value={plan.aim}
            disabled={!plan.fits}
            onChange={(event) => change({ ...plan, aim: event.currentTarget.value })}
          >
            {Object.entries(DIFFICULTIES)
              .reverse()
              .map(([edition, difficulties]) => (
                <optgroup key={edition} label={filled(texts.rulesOf, { edition })}>
                  {difficulties.map((value) => (
                    <option key={value} value={value}>
                      {filled(texts.difficulty, { difficulty: capitalized(value.toLowerCase()), edition })}
                    </option>
                  ))}
                </optgroup>
              ))}
          </select>
        </label>
        <label>
          <input type="checkbox" checked={plan.fits} onChange={() => change({ ...plan, fits: !plan.fits })} />{" "}
          {common.onlyWhatFits}
        </label>
      </p>
      <FacetsShown {...facets} chosen={chosen} choose={choose} isFolded />
      <ChosenShown {...facets} chosen={plan.chosen} to={to} entry="same" />
      <p class="quiet" role="status">
        {found && !trouble ? counted(found.totalCount, texts.count) : common.searching}
      </p>
      {trouble ? (
        <TroubleShown trouble={trouble} again={again} />
      ) : (
        found && <Choices plan={plan} found={found} waiting={waiting} change={change} />
      )}
    </section>
  );
}

function Choices({
  plan,
  found,
  waiting,
  change,
}: Pick<Props, "plan" | "change"> & { found: Found; waiting: boolean }) {
  if (found.totalCount === 0) {
    return <p class="notice">{found.budget ? nothingFits(found.budget) : texts.none}</p>;
  }
  return (
    <ul class={waiting ? "choices waiting" : "choices"}>
      {found.creatures.map(({ node, most }) => {
        const versions = labelled([node, ...node.versions]).filter(({ id }) => id !== node.id);
        const isIn = plan.members.some(({ id }) => id === node.id);
        const isFull = total(plan.members) >= MAX_CREATURES || (!isIn && plan.members.length >= MAX_KINDS);
        return (
          <li key={node.id}>
            <button
              type="button"
              aria-label={filled(texts.add, { name: node.name, book: bookOf(node.document) })}
              disabled={isFull}
              onClick={() => change(withCount(plan, node.id, 1))}
            >
              +
            </button>
            <span class="what">
              <strong>{node.name}</strong>{" "}
              <span class="quiet">
                {kindOf(node)} · {bookOf(node.document)}
              </span>
            </span>
            <span class="points quiet">{most !== null && filled(texts.most, { count: most })}</span>
            {versions.length > 0 && (
              <ul class="versions" aria-label={filled(texts.versionsOf, { name: node.name })}>
                {versions.map(({ id, label, title }) => (
                  <li key={id}>
                    <button
                      type="button"
                      title={title}
                      aria-label={filled(texts.add, { name: node.name, book: title })}
                      disabled={isFull}
                      onClick={() => change(withCount(plan, id, 1))}
                    >
                      + {label}
                    </button>
                  </li>
                ))}
              </ul>
            )}
            <Peek id={node.id} name={node.name} />
          </li>
        );
      })}
    </ul>
  );
}

/** Editions of one creature as one. */
function asOne(found: Found["creatures"]): Found["creatures"] {
  return one(found.map((creature) => ({ ...creature, id: creature.node.id, versions: creature.node.versions })));
}

/** Which difficulty is reached where nothing fits any more, and how much is left. */
function nothingFits({ rules, remaining, reached }: Fitting["budget"]): string {
  return filled(texts.noneFits, {
    difficulty: capitalized(reached.toLowerCase()),
    edition: rules.replace("RULES_", ""),
    left: grouped(Math.max(0, remaining)),
  });
}

/** What fits, or what is there at all. */
function useFound(
  plan: Plan,
  judged: Member[],
): { found: Found | null; trouble: Trouble | null; waiting: boolean; again: () => void } {
  const q = plan.q.trim();
  const typed = useRef(q);
  const pause = typed.current === q ? 0 : PAUSE;
  useEffect(() => {
    typed.current = q;
  }, [q]);
  const facets = CANDIDATE_FACETS.map(facetName);
  const narrowed = { ...variablesOf(plan.chosen, CANDIDATE_FACETS), facets };
  const budget = { party: levels(plan.party), creatures: creatures(judged), difficulty: plan.aim };
  const fitting = useAnswer(CANDIDATES, plan.fits ? { ...budget, ...narrowed, search: q || null } : null, pause);
  const asked = { ...narrowed, ...MARKS, query: q, isSearch: false, orderBy: null };
  const every = useAnswer(LISTS.CREATURE, plan.fits ? null : asked, pause);
  if (plan.fits) {
    const { data } = fitting;
    const connection = data?.encounterCandidates;
    const found = connection && {
      ...connection,
      creatures: asOne(connection.edges.map(({ node, maxCount }) => ({ node, most: maxCount }))),
    };
    return { ...fitting, found: found ?? null };
  }
  const { data } = every;
  const found = data && {
    ...data.found,
    budget: null,
    creatures: asOne(data.found.edges.map(({ node }) => ({ node, most: null }))),
  };
  return { ...every, found };
}
