// An encounter as a file of the program that it is run in.

import { useState } from "preact/hooks";
import { takeAlong as texts } from "../../../texts/en.json";
import { FILES } from "../answers";
import { saveAs } from "../download";
import { Trouble, ask } from "../server";
import type { Member, Plan } from "./plan";

interface Program {
  name: string;
  extension: string;
  /** The format of its stat blocks. */
  format: string;
  written: (name: string, fighters: Fighter[]) => string;
}

interface Fighter {
  count: number;
  /** The creature as the program has it. */
  file: string;
}

const PROGRAMS: Program[] = [
  {
    name: "Improved Initiative",
    extension: "json",
    format: "IMPROVED_INITIATIVE",
    written: (name, fighters) => JSON.stringify(savedEncounter(name, fighters), null, 1),
  },
  { name: "Obsidian Initiative Tracker", extension: "md", format: "FANTASY_STATBLOCKS", written: note },
  {
    name: "Foundry",
    extension: "json",
    format: "FOUNDRY",
    written: (_, fighters) => `[${fighters.map(({ file }) => file).join(",\n")}]\n`,
  },
];

export function TakeAlong({ plan, title, members }: { plan: Plan; title: string; members: Member[] }) {
  const [said, setSaid] = useState("");
  const save = async ({ extension, format, written }: Program) => {
    setSaid("");
    try {
      const { nodes } = await ask(FILES, { ids: members.map(({ id }) => id), format }, new AbortController().signal);
      const fighters = members.flatMap(({ count }, index) => {
        const file = nodes[index]?.file;
        return file ? [{ count, file }] : [];
      });
      const type = extension === "json" ? "application/json" : "text/markdown";
      saveAs(`${plan.name || title}.${extension}`, type, written(plan.name || title, fighters));
    } catch (cause) {
      setSaid(cause instanceof Trouble ? cause.message : String(cause));
    }
  };
  return (
    <p class="actions">
      {texts.takeTo}{" "}
      {PROGRAMS.map((program) => (
        <button key={program.name} type="button" disabled={members.length === 0} onClick={() => save(program)}>
          {program.name}
        </button>
      ))}{" "}
      <span class="quiet" role="status">
        {said}
      </span>
    </p>
  );
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
  const id = `lorekeeper-${name}`;
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

/** A note with the block of the Initiative Tracker (name, hit points, armor class, initiative), and the stat blocks. */
export function note(name: string, fighters: Fighter[]): string {
  const creatures = fighters.map(({ count, file }) => {
    const value = (field: string) => new RegExp(`^${field}: (.*)$`, "m").exec(file)?.[1] ?? "";
    const numbers = [value("hp"), value("ac"), value("modifier") || "0"].map((text) => parseInt(text, 10));
    // A comma would end the name.
    const called = value("name").replaceAll(/[",]/g, "");
    return `  - ${count}: ${[called, ...(numbers.some(isNaN) ? [] : numbers)].join(", ")}\n`;
  });
  const encounter = `\`\`\`encounter\nname: ${JSON.stringify(name)}\ncreatures:\n${creatures.join("")}\`\`\`\n`;
  const blocks = fighters.map(({ file }) => `\`\`\`statblock\n${file.trim()}\n\`\`\`\n`);
  return [encounter, ...blocks].join("\n");
}
