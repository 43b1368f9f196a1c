// The pages for people: the compendium, rules, the reader's lists, encounters and imports. Here are all their styles, in their
// order: those of a module that is loaded on demand would come too late.

import "./style.css";
import "./preview.css";
import "./rolls.css";
import "./card.css";
import "./compare.css";
import "./entity.css";
import "./facets.css";
import "./table.css";
import "./listing.css";
import "./search.css";
import "./stored.css";
import "./shelf.css";
import "./list.css";
import "./encounter/tracker.css";
import "./encounter/encounter.css";
import "./import.css";
import "./rulebook/rulebook.css";
import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { common, frame as texts, login } from "../../texts/en.json";
import { keepToken, signInAddress, token } from "../token";
import { START, address, argumentsOf, placeOf } from "./address";
import { foretell } from "./answer";
import { ENTITY } from "./answers";
import { useList } from "./collection";
import { Compendium } from "./compendium";
import { useDrop } from "./drop";
import { lazy } from "./lazy";
import { isFull } from "./lists";
import { readMine } from "./mine";
import { MyBooks } from "./my-books";
import { follow, parametersOf, useAddress } from "./place";
import { DiceButton, RollLog } from "./rolls";
import { useSlash } from "./search";
import { NETWORK, isOffline } from "./server";
import { Skip } from "./skip";
import { STORAGE, isStoring } from "./storage";
import { pieces } from "./texts";

const EncounterPage = lazy(async () => (await import("./encounter/page")).EncounterPage, "main");
const ImportPage = lazy(async () => (await import("./import")).ImportPage, "main");
const ListPage = lazy(async () => (await import("./list")).ListPage, "main");
const LoginPage = lazy(async () => (await import("./login")).LoginPage, "main");
const RulesPage = lazy(async () => (await import("./rulebook/page")).RulesPage, "main");

/** Says that this browser stores nothing more, and that there is no network. */
function Remark() {
  const said = () => [!isStoring() && texts.noStorage, isOffline() && texts.noNetwork].filter(Boolean).join(" ");
  const [text, setText] = useState(said);
  useEffect(() => {
    const changed = () => setText(said());
    const events = [STORAGE, NETWORK];
    events.forEach((event) => addEventListener(event, changed));
    // An answer may have come since it was rendered.
    changed();
    return () => events.forEach((event) => removeEventListener(event, changed));
  }, []);
  return (
    <p class={text ? "quiet remark" : "unseen"} role="status">
      {text}
    </p>
  );
}

/** The way in, or out, of a server whose pages have a login. */
function SignIn() {
  const signIn = signInAddress();
  const signOut = () => {
    keepToken(null);
    location.reload();
  };
  return signIn === null ? null : token() ? (
    <button type="button" class="login" onClick={signOut}>
      {login.signOut}
    </button>
  ) : (
    <a class="login" href={signIn}>
      {login.signIn}
    </a>
  );
}

/** The link to the reader's list, with how many entries it has. */
function ListLink({ current }: { current: "page" | undefined }) {
  const { name, entries } = useList();
  return (
    <a href="/list" aria-current={current} onClick={follow("/list")}>
      <bdi>{name || common.yourList}</bdi> <span class="number">{entries.length}</span>
      {isFull({ name, entries }) && ` ${texts.full}`}
    </a>
  );
}

function Page() {
  const at = new URL(useAddress(), location.origin);
  const { pathname } = at;
  const search = parametersOf(at);
  useSlash();
  useDrop();
  const current = (path: string) => (pathname === path ? ("page" as const) : undefined);
  return (
    <>
      <header>
        <Skip />
        <a class="brand" href="/" onClick={follow(address(START))}>
          <img src="/assets/icon.svg" alt="" width="28" height="28" />
          <span>{common.brand}</span>
        </a>
        <MyBooks />
        <nav aria-label={texts.pages}>
          <a href="/book" aria-current={current("/book")} onClick={follow("/book")}>
            {texts.rules}
          </a>
          <a href="/encounter" aria-current={current("/encounter")} onClick={follow("/encounter")}>
            {texts.encounter}
          </a>
          <ListLink current={current("/list")} />
          <DiceButton />
        </nav>
        <SignIn />
        <Remark />
      </header>
      {pathname === "/encounter" ? (
        <EncounterPage search={search} />
      ) : pathname === "/list" ? (
        <ListPage search={search} />
      ) : pathname === "/book" ? (
        <RulesPage search={search} />
      ) : pathname === "/import" ? (
        <ImportPage />
      ) : pathname === "/login" ? (
        <LoginPage search={search} />
      ) : (
        <Compendium place={placeOf(pathname, search)} />
      )}
      <RollLog />
      <footer>
        <nav aria-label={texts.programs}>
          <a href="/import" onClick={follow("/import")}>
            {texts.import}
          </a>
          <a href="/graphql">{texts.playground}</a>
          <a href="/schema.graphql">{texts.schema}</a>
          <a href="/health/ready">{texts.health}</a>
        </nav>
        <p>
          {pieces(texts.connect, {
            mcp: <code>{location.origin}/mcp</code>,
            graphql: <code>{location.origin}/graphql</code>,
          })}
        </p>
        <p class="keys" aria-hidden="true">
          {pieces(texts.keys, {
            slash: <kbd>/</kbd>,
            up: <kbd>↑</kbd>,
            down: <kbd>↓</kbd>,
            enter: <kbd>{texts.enter}</kbd>,
            escape: <kbd>{texts.escape}</kbd>,
          })}
        </p>
      </footer>
    </>
  );
}

/** Takes the place of an entity's page that the server made, once its data is there: until then that page is read. */
async function takeOver(style: string): Promise<void> {
  const { pathname, search } = location;
  const { id } = placeOf(pathname, search);
  const sheet = Object.assign(document.createElement("link"), { rel: "stylesheet", href: style });
  const loaded = new Promise((resolve) => (sheet.onload = resolve));
  document.head.append(sheet);
  await Promise.all([loaded, id && foretell(ENTITY, { id, ...argumentsOf(readMine()) })]);
  document.querySelector('link[href="/assets/entity.css"]')?.remove();
  const page = Object.assign(document.createElement("div"), { id: "page" });
  document.body.replaceChildren(page);
  render(<Page />, page);
}

const page = document.getElementById("page");
const style = document.querySelector<HTMLScriptElement>("script[data-style]")?.dataset.style;
if (page) {
  render(<Page />, page);
} else if (style) {
  // Where there is no answer, the page of the server stays.
  takeOver(style).catch(() => document.querySelector("link[href='" + style + "']")?.remove());
}
void navigator.serviceWorker?.register("/worker.js").catch(() => {
  // Without one the pages work as long as there is a network.
});
