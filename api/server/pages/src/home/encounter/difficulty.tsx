// The difficulty of an encounter: a bar with the party's thresholds, for the rules of either edition.

import { difficulty as texts } from "../../../texts/en.json";
import type { Judgement } from "../answers";
import { filled } from "../texts";
import { capitalized, grouped } from "../words";

interface Props {
  judgements: { rules2024: Judgement; rules2014: Judgement } | null;
  waiting: boolean;
}

export function Difficulty({ judgements, waiting }: Props) {
  const both: [string, Judgement | undefined][] = [
    ["2024", judgements?.rules2024],
    ["2014", judgements?.rules2014],
  ];
  return (
    <section class={waiting ? "difficulty waiting" : "difficulty"} aria-labelledby="difficulty">
      <h2 id="difficulty">{texts.title}</h2>
      {both.map(([edition, judgement]) => (
        <div key={edition} class="judgement">
          <p role="status">
            <strong>
              {filled(texts.edition, {
                edition,
                difficulty: judgement ? capitalized(judgement.difficulty.toLowerCase()) : "…",
              })}
            </strong>{" "}
            {judgement && <span class="quiet">{figures(edition, judgement)}</span>}
          </p>
          <Bar judgement={judgement} />
          {judgement?.warnings.map((warning) => (
            <p class="quiet" key={warning}>
              {warning}
            </p>
          ))}
        </div>
      ))}
    </section>
  );
}

/** Where the rules are printed. */
export function Basis({ judgements }: Pick<Props, "judgements">) {
  const all = Object.entries(judgements ?? {});
  return (
    <p class="quiet basis">
      {all.map(([rules, { basis }]) => (
        <span key={rules}>{filled(texts.basis, { edition: rules.replace("rules", ""), ...basis })} </span>
      ))}
    </p>
  );
}

/** `400 XP (200 × 2), 600 to Easy`; by the rules of 2024 `150 XP, 50 left`. */
function figures(edition: string, judgement: Judgement): string {
  const { experiencePoints, adjustedExperiencePoints, multiplier } = judgement;
  const form = multiplier === 1 ? texts.points : texts.multiplied;
  const points = grouped(adjustedExperiencePoints);
  const figures = filled(form, { points, given: grouped(experiencePoints), multiplier });
  return edition === "2024" ? ofBudget(judgement, figures) : toNext(judgement, figures);
}

function toNext({ adjustedExperiencePoints, remaining, thresholds }: Judgement, figures: string): string {
  const next = thresholds.find((threshold) => threshold.experiencePoints > adjustedExperiencePoints);
  const difficulty = next && capitalized(next.difficulty.toLowerCase());
  return difficulty && remaining !== null
    ? filled(texts.toNext, { figures, count: grouped(remaining), difficulty })
    : figures;
}

function ofBudget({ adjustedExperiencePoints, remaining, thresholds }: Judgement, figures: string): string {
  const over = adjustedExperiencePoints - (thresholds.at(-1)?.experiencePoints ?? 0);
  return remaining === null
    ? filled(texts.over, { figures, count: grouped(over) })
    : filled(texts.left, { figures, count: grouped(remaining) });
}

function Bar({ judgement }: { judgement: Judgement | undefined }) {
  // Room for the last threshold's name. What is beyond fills the bar.
  const end = 1.2 * (judgement?.thresholds.at(-1)?.experiencePoints ?? 1);
  const part = (points: number) => `${Math.min(100, (100 * points) / end)}%`;
  return (
    <div class="bar">
      <div class="track" role="img" aria-label={judgement?.summary ?? texts.unknown}>
        <div class="fill" style={{ width: part(judgement?.adjustedExperiencePoints ?? 0) }} />
        {judgement?.thresholds.map(({ difficulty, experiencePoints }) => (
          <i key={difficulty} style={{ left: part(experiencePoints) }} />
        ))}
      </div>
      <ul class="ticks">
        {judgement?.thresholds.map(({ difficulty, experiencePoints }) => (
          <li
            key={difficulty}
            class={difficulty === judgement.difficulty ? "reached" : undefined}
            style={{ left: part(experiencePoints) }}
          >
            {capitalized(difficulty.toLowerCase())} <span>{grouped(experiencePoints)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
