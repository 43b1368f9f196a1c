// The pages for people: the compendium, the reader's list, and encounters.

import "./style.css";
import { render } from "preact";
import { START, address, placeOf } from "./address";
import { useList } from "./collection";
import { Compendium } from "./compendium";
import { EncounterPage } from "./encounter/page";
import { isFull } from "./ids";
import { ListPage } from "./list";
import { MyBooks } from "./my-books";
import { follow, useAddress } from "./place";
import { RollLog } from "./rolls";
import { useSlash } from "./search";

function Page() {
  const { pathname, search } = new URL(useAddress(), location.origin);
  const listed = useList();
  useSlash();
  const current = (path: string) => (pathname === path ? ("page" as const) : undefined);
  return (
    <>
      <header>
        <a class="brand" href="/" onClick={follow(address(START))}>
          <img src="/assets/icon.svg" alt="" width="28" height="28" />
          <span>LoreKeeper</span>
        </a>
        <MyBooks />
        <nav aria-label="Pages">
          <a href="/encounter" aria-current={current("/encounter")} onClick={follow("/encounter")}>
            Encounter
          </a>
          <a href="/list" aria-current={current("/list")} onClick={follow("/list")}>
            Your list <span class="number">{listed.length}</span>
            {isFull(listed) && " (full)"}
          </a>
        </nav>
      </header>
      {pathname === "/encounter" ? (
        <EncounterPage search={search} />
      ) : pathname === "/list" ? (
        <ListPage search={search} />
      ) : (
        <Compendium place={placeOf(search)} />
      )}
      <RollLog />
      <footer>
        <nav aria-label="For programs">
          <a href="/graphql">Playground</a>
          <a href="/schema.graphql">Schema</a>
          <a href="/health/ready">Health</a>
        </nav>
        <p>
          AI assistants connect by MCP to <code>{location.origin}/mcp</code>, programs by GraphQL to{" "}
          <code>{location.origin}/graphql</code>.
        </p>
        <p class="keys" aria-hidden="true">
          <kbd>/</kbd> search <kbd>↑</kbd> <kbd>↓</kbd> move <kbd>Enter</kbd> open <kbd>Esc</kbd> back
        </p>
      </footer>
    </>
  );
}

const page = document.getElementById("page");
if (page) {
  render(<Page />, page);
}
