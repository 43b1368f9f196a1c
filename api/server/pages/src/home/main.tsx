// The home page: what is stored, a search, and what was found in full.

import "./style.css";
import { render } from "preact";
import { useEffect } from "preact/hooks";
import { EntityShown } from "./entity";
import { follow, usePlace } from "./place";
import { Results, SearchBox, useSlash } from "./search";
import { StoredShown } from "./stored";

const START = { q: "", family: null, id: null };

function Page() {
  const place = usePlace();
  useSlash();
  const q = place.q.trim();
  useEffect(() => {
    if (!place.id) {
      document.title = q ? `${q} · LoreKeeper` : "LoreKeeper";
    }
  }, [q, place.id]);
  return (
    <>
      <header>
        <a class="brand" href="/" onClick={follow(START)}>
          <img src="/assets/icon.svg" alt="" width="28" height="28" />
          LoreKeeper
        </a>
        <nav aria-label="For programs">
          <a href="/graphql">Playground</a>
          <a href="/schema.graphql">Schema</a>
          <a href="/health/ready">Health</a>
        </nav>
      </header>
      <main>
        {!q && !place.id && (
          <h1>
            The open content of Dungeons <span class="and">&amp;</span> Dragons 5e
          </h1>
        )}
        <SearchBox place={place} />
        {place.id ? <EntityShown place={place} id={place.id} /> : q ? <Results place={place} /> : <StoredShown />}
      </main>
      <footer>
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
