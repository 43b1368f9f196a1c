/** @jsxImportSource react */

import "./workers";
import "./style.css";
import { createGraphiQLFetcher } from "@graphiql/toolkit";
import { GraphiQL } from "graphiql";
import { type DocumentNode, Kind, parse } from "graphql";
import { createRoot } from "react-dom/client";
import { commented, examples } from "../../plain/examples.js";
import { common, examples as about, login, playground as texts } from "../../texts/en.json";
import { authorization, signInAddress } from "../token";

const socket = new URL("/graphql/ws", location.href);
socket.protocol = socket.protocol.replace("http", "ws");

const asked = createGraphiQLFetcher({
  url: "/graphql",
  subscriptionUrl: socket.href,
  enableIncrementalDelivery: false,
});

const fetcher: typeof asked = (params, options) => {
  const headers = withToken(options?.headers ?? {});
  return asked({ ...params, ...current(params) }, { ...options, headers, ...parsed(params.query) });
};

/** A query as a document, where it is one. */
function parsed(query: string): { documentAST?: DocumentNode } {
  try {
    return { documentAST: parse(query) };
  } catch {
    // The server says what is wrong with it.
    return {};
  }
}

/** Just after typing or a change of tabs, the name of the operation may still be that of the one before. */
function current({ query, operationName }: { query: string; operationName?: string | null }) {
  const definitions = parsed(query).documentAST?.definitions ?? [];
  const names = definitions.flatMap((one) => (one.kind === Kind.OPERATION_DEFINITION ? [one.name?.value] : []));
  return { operationName: names.includes(operationName ?? undefined) ? operationName : names[0] };
}

/** The token that the home page asked for, unless the headers editor has one. */
function withToken(headers: Record<string, string>): Record<string, string> {
  const isGiven = Object.keys(headers).some((name) => name.toLowerCase() === "authorization");
  return isGiven ? headers : { ...authorization(), ...headers };
}

const signIn = signInAddress();
const page = document.getElementById("page");
if (page) {
  createRoot(page).render(
    <GraphiQL
      fetcher={fetcher}
      defaultTabs={examples.map(({ key, query }) => ({ query: commented(query, about[key].about) }))}
      defaultEditorToolsVisibility={false}
    >
      <GraphiQL.Logo>
        <a href="/" title={texts.home}>
          {common.brand}
        </a>
        {signIn && (
          <>
            {" · "}
            <a href={signIn}>{login.signIn}</a>
          </>
        )}
      </GraphiQL.Logo>
    </GraphiQL>,
  );
}
