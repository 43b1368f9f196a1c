// The difficulty of an encounter: a bar with the party's thresholds, for the rules of either edition.

import type { Judgement } from "../answers";
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
      <h2 id="difficulty">Difficulty</h2>
      {both.map(([edition, judgement]) => (
        <div key={edition} class="judgement">
          <p role="status">
            <strong>
              {edition}: {judgement ? capitalized(judgement.difficulty.toLowerCase()) : "…"}
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
        <span key={rules}>
          {rules.replace("rules", "")}: {basis.rule}, {basis.book}, page {basis.page}.{" "}
        </span>
      ))}
    </p>
  );
}

/** `400 XP (200 × 2), 600 to Easy`; by the rules of 2024 `150 XP, 50 left`. */
function figures(edition: string, judgement: Judgement): string {
  const { experiencePoints, adjustedExperiencePoints, multiplier } = judgement;
  const product = multiplier === 1 ? "" : ` (${grouped(experiencePoints)} × ${multiplier})`;
  const rest = edition === "2024" ? ofBudget(judgement) : toNext(judgement);
  return `${grouped(adjustedExperiencePoints)} XP${product}${rest}`;
}

function toNext({ adjustedExperiencePoints, remaining, thresholds }: Judgement): string {
  const next = thresholds.find((threshold) => threshold.experiencePoints > adjustedExperiencePoints);
  return next && remaining !== null ? `, ${grouped(remaining)} to ${capitalized(next.difficulty.toLowerCase())}` : "";
}

function ofBudget({ adjustedExperiencePoints, remaining, thresholds }: Judgement): string {
  const over = adjustedExperiencePoints - (thresholds.at(-1)?.experiencePoints ?? 0);
  return remaining === null ? `, ${grouped(over)} too many` : `, ${grouped(remaining)} left`;
}

function Bar({ judgement }: { judgement: Judgement | undefined }) {
  // Room for the last threshold's name. What is beyond fills the bar.
  const end = 1.2 * (judgement?.thresholds.at(-1)?.experiencePoints ?? 1);
  const part = (points: number) => `${Math.min(100, (100 * points) / end)}%`;
  return (
    <div class="bar">
      <div class="track" role="img" aria-label={judgement?.summary ?? "Not known yet"}>
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
