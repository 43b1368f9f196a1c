// Finds a spell, pages through creatures, prints a stat block, and is refused.
//
//   npm start -- [URL] [WORDS] [CREATURE]

import { graphql } from "./gql/index.js";
import type { CreaturesUpToQuery, StatBlockQuery } from "./gql/graphql.js";
import { LoreKeeperError, lorekeeper } from "./lorekeeper.js";

const FindSpells = graphql(`
  query FindSpells($words: String!) {
    spells(search: $words, first: 3) {
      edges { score node { name level castingTimeLabel rangeText document { name } } }
      meta { warnings }
    }
  }
`);

const CreaturesUpTo = graphql(`
  query CreaturesUpTo($most: ChallengeRating!, $after: String) {
    creatures(filter: { challengeRating: { lte: $most } }, first: 2, after: $after) {
      totalCount
      nodes { name challengeRatingText document { key } }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

const StatBlock = graphql(`
  query StatBlock($name: String!) {
    creature(slug: $name) {
      name size type alignment armorClass hitPoints hitDice challengeRatingText experiencePoints
      speed { walk fly swim }
      abilityScores { strength dexterity constitution intelligence wisdom charisma }
      actions { name text attacks { toHit reach damage { dice bonus type } } }
    }
  }
`);

function show(creature: NonNullable<StatBlockQuery["creature"]>): void {
  const { speed, abilityScores: scores } = creature;
  console.log(`# ${creature.name}`);
  console.log(`${creature.size} ${creature.type}, ${creature.alignment ?? "of any alignment"}`);
  console.log(`Armor class ${creature.armorClass}, hit points ${creature.hitPoints} (${creature.hitDice})`);
  const ways = [speed.walk, speed.fly && `fly ${speed.fly}`, speed.swim && `swim ${speed.swim}`];
  console.log(`Speed ${ways.filter(Boolean).join(", ")} feet`);
  console.log(
    `STR ${scores.strength} DEX ${scores.dexterity} CON ${scores.constitution}` +
      ` INT ${scores.intelligence} WIS ${scores.wisdom} CHA ${scores.charisma}`,
  );
  console.log(`Challenge ${creature.challengeRatingText} (${creature.experiencePoints} XP)`);
  for (const { name, text, attacks } of creature.actions) {
    console.log(`- ${name}: ${text}`);
    for (const { toHit, reach, damage } of attacks) {
      const hits = damage.map(({ dice, bonus, type }) => `${dice ?? ""}${bonus ? `+${bonus}` : ""} ${type ?? ""}`);
      console.log(`  ${toHit !== null ? `+${toHit} to hit` : ""}${reach ? `, reach ${reach} feet` : ""}: ${hits.join(", ")}`);
    }
  }
}

async function main(
  url = "http://127.0.0.1:8080/graphql",
  words = "protect me from fire",
  name = "adult-red-dragon",
): Promise<void> {
  const ask = lorekeeper(url);

  const { spells } = await ask(FindSpells, { words });
  console.log(`Spells for "${words}":`);
  for (const { score, node } of spells.edges) {
    console.log(`- ${node.name}, level ${node.level}, ${node.document?.name} (${score?.toFixed(2)})`);
  }
  for (const warning of spells.meta.warnings) console.warn(warning);

  // A cursor leads to the next page of the same question.
  let after: string | null = null;
  for (let page = 1; page <= 3; page++) {
    const { creatures }: CreaturesUpToQuery = await ask(CreaturesUpTo, { most: "3", after });
    console.log(`Creatures up to challenge rating 3, ${creatures.totalCount} in all, page ${page}:`);
    for (const creature of creatures.nodes) {
      console.log(`- ${creature.name} (${creature.challengeRatingText}, ${creature.document?.key})`);
    }
    if (!creatures.pageInfo.hasNextPage) break;
    after = creatures.pageInfo.endCursor;
  }

  const { creature } = await ask(StatBlock, { name });
  if (creature) show(creature);
  else console.log(`There is no ${name}.`);

  // What cannot be asked is refused with a code that a program can act on.
  try {
    await ask(CreaturesUpTo, { most: "a quarter" });
  } catch (error) {
    if (!(error instanceof LoreKeeperError) || error.code !== "BAD_USER_INPUT") throw error;
    console.log(`Refused (${error.code}): ${error.message}`);
  }
}

await main(...process.argv.slice(2));
