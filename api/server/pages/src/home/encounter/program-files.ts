// Encounter files: an encounter as the programs that run it read it.

import type { Card } from "../answers";

export interface Fighter {
  card: Pick<Card, "id" | "name" | "hitPoints" | "armorClass" | "initiativeBonus" | "modifiers">;
  count: number;
  /** The experience points that one is worth. */
  points: number | null;
  /** The creature as the program has it. */
  file: string;
}

/** What a creature adds to its initiative. */
export function initiativeBonus(card: Fighter["card"] | null | undefined): number | null {
  return card?.initiativeBonus ?? card?.modifiers?.dexterity ?? null;
}

/** What Improved Initiative imports under *Local Data*: the creatures, and the encounter with a combatant for each. */
export function savedEncounter(name: string, fighters: Fighter[]): object {
  const blocks = fighters.map(({ count, file }) => ({ count, block: JSON.parse(file) as Block }));
  const combatants = blocks.flatMap(({ count, block }) =>
    Array.from({ length: count }, (_, index) => ({
      Id: `${block.Id}-${index + 1}`,
      StatBlock: block,
      CurrentHP: block.HP.Value,
      CurrentNotes: "",
      TemporaryHP: 0,
      Initiative: 0,
      Alias: "",
      IndexLabel: index + 1,
      Tags: [],
      Hidden: false,
      RevealedAC: false,
      InterfaceVersion: block.Version,
    })),
  );
  // The program takes what follows the last dot for the whole id.
  const id = `lorekeeper-${name.replaceAll(".", "-")}`;
  return {
    Creatures: blocks.map(({ block }) => block.Id),
    ...Object.fromEntries(blocks.map(({ block }) => [`Creatures.${block.Id}`, block])),
    SavedEncounters: [id],
    [`SavedEncounters.${id}`]: {
      Id: id,
      Name: name,
      Path: "",
      Version: blocks[0]?.block.Version,
      Combatants: combatants,
    },
  };
}

interface Block {
  Id: string;
  Version: string;
  HP: { Value: number };
}

/** A note with the block of the Initiative Tracker, and the stat blocks. */
export function note(name: string, fighters: Fighter[]): string {
  const creatures = fighters.map(({ card, count, points }) => {
    const { name, hitPoints, armorClass } = card;
    const known = { hp: hitPoints, ac: armorClass, mod: initiativeBonus(card), xp: points };
    const values = Object.entries(known).filter(([, value]) => typeof value === "number");
    const fields = [["creature", quoted(name)], ...values].map(([field, value]) => `${field}: ${value}`);
    return `  - ${count}: {${fields.join(", ")}}\n`;
  });
  const encounter = `\`\`\`encounter\nname: ${quoted(name)}\ncreatures:\n${creatures.join("")}\`\`\`\n`;
  const blocks = fighters.map(({ file }) => `\`\`\`statblock\n${file.trim()}\n\`\`\`\n`);
  return [encounter, ...blocks].join("\n");
}

/** A text of YAML, without the hyphens that end an encounter of the tracker. */
function quoted(text: string): string {
  return JSON.stringify(text).replaceAll("--", "-\\u002d");
}
