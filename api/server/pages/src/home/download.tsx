// A list as a file: Markdown, a table, or a format of another program.

import { useState } from "preact/hooks";
import { download as texts } from "../../texts/en.json";
import { FILES, type Card } from "./answers";
import { FAMILIES } from "./families";
import type { List } from "./lists";
import { Trouble, ask } from "./server";
import { bookOf, kindOf } from "./words";

interface Format {
  extension: string;
  type: string;
  /** How the files of entries become one. */
  together: (files: string[]) => string;
}

const array = (files: string[]) => `[${files.join(",\n")}]\n`;
const pages = (files: string[]) => files.join("\n\n---\n\n");

type Name = keyof typeof texts.formats;

const FORMATS: Record<Name, Format> = {
  MARKDOWN: { extension: "md", type: "text/markdown", together: pages },
  CSV: { extension: "csv", type: "text/csv", together: pages },
  JSON: { extension: "json", type: "application/json", together: array },
  HOMEBREWERY: { extension: "md", type: "text/markdown", together: pages },
  IMPROVED_INITIATIVE: { extension: "json", type: "application/json", together: array },
  FANTASY_STATBLOCKS: { extension: "yaml", type: "application/yaml", together: pages },
  FOUNDRY: { extension: "json", type: "application/json", together: array },
};

export function Download({ list, cards }: { list: List; cards: Card[] }) {
  const [chosen, setChosen] = useState<Name>("MARKDOWN");
  const [said, setSaid] = useState("");
  const save = async () => {
    const format = FORMATS[chosen];
    setSaid("");
    try {
      const text = chosen === "CSV" ? table(list, cards) : await written(list, chosen, format);
      if (text === null) {
        setSaid(texts.nothing);
      } else {
        saveAs(`${list.name || texts.list}.${format.extension}`, format.type, text);
      }
    } catch (cause) {
      setSaid(cause instanceof Trouble ? cause.message : String(cause));
    }
  };
  return (
    <span class="download">
      <select
        aria-label={texts.format}
        value={chosen}
        onChange={(event) => setChosen(event.currentTarget.value as Name)}
      >
        {Object.entries(texts.formats).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>{" "}
      <button type="button" onClick={save}>
        {texts.download}
      </button>{" "}
      <span class="quiet" role="status">
        {said}
      </span>
    </span>
  );
}

/** The entries as the server writes them, with the notes before them in Markdown. */
async function written({ entries }: List, name: string, format: Format): Promise<string | null> {
  const variables = { ids: entries.map(({ id }) => id), format: name };
  const { nodes } = await ask(FILES, variables, new AbortController().signal);
  const files = nodes.flatMap((node, index) => {
    const note = format.extension === "md" ? entries[index]?.note : "";
    return node?.file ? [note ? `> ${note.replaceAll("\n", "\n> ")}\n\n${node.file}` : node.file] : [];
  });
  return files.length > 0 ? format.together(files) : null;
}

/** A table of the entries. A cell that a spreadsheet would take for a formula begins with an apostrophe. */
export function table({ entries }: List, cards: Card[]): string {
  const cell = (text: string) => `"${text.replace(/^(?=[=+@\t\r-])/, "'").replaceAll('"', '""')}"`;
  const rows = entries.flatMap(({ id, note }) => {
    const card = cards.find((card) => card.id === id);
    return card ? [[card.name, FAMILIES[card.family].one, kindOf(card), bookOf(card.document), note, id]] : [];
  });
  return [["name", "family", "kind", "book", "note", "id"], ...rows]
    .map((row) => `${row.map(cell).join(",")}\r\n`)
    .join("");
}

/** Gives the reader a file. */
export function saveAs(name: string, type: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  link.download = name.replaceAll(/[\\/:*?"<>|]/g, "-");
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
