// An encounter as a file of the program that it is run in.

import { useState } from "preact/hooks";
import { takeAlong as texts } from "../../../texts/en.json";
import { FILES } from "../answers";
import { saveAs } from "../download";
import { Trouble, ask } from "../server";
import type { Plan } from "./plan";
import { note, savedEncounter, type Fighter } from "./program-files";

interface Program {
  name: string;
  extension: string;
  /** The format of its stat blocks. */
  format: string;
  written: (name: string, fighters: Fighter[]) => string;
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

export function TakeAlong({ plan, title, members }: { plan: Plan; title: string; members: Omit<Fighter, "file">[] }) {
  const [said, setSaid] = useState("");
  const save = async ({ extension, format, written }: Program) => {
    setSaid("");
    try {
      const ids = members.map(({ card }) => card.id);
      const { nodes } = await ask(FILES, { ids, format }, new AbortController().signal);
      const fighters = members.flatMap((member, index) => {
        const file = nodes[index]?.file;
        return file ? [{ ...member, file }] : [];
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
