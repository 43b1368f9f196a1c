/** @jsxImportSource react */

import "./workers";
import "./style.css";
import { createGraphiQLFetcher } from "@graphiql/toolkit";
import { GraphiQL } from "graphiql";
import { createRoot } from "react-dom/client";
import { examples } from "../../plain/examples.js";
import { authorization } from "../token";

const socket = new URL("/graphql/ws", location.href);
socket.protocol = socket.protocol.replace("http", "ws");

const asked = createGraphiQLFetcher({
  url: "/graphql",
  subscriptionUrl: socket.href,
  enableIncrementalDelivery: false,
});

const fetcher: typeof asked = ({ operationName, ...params }, options) => {
  // Just after a change of tabs, the name may still be the other tab's.
  const named = operationName && params.query.includes(operationName) ? { operationName } : {};
  return asked({ ...params, ...named }, { ...options, headers: withToken(options?.headers ?? {}) });
};

/** The token that the home page asked for, unless the headers editor has one. */
function withToken(headers: Record<string, string>): Record<string, string> {
  const isGiven = Object.keys(headers).some((name) => name.toLowerCase() === "authorization");
  return isGiven ? headers : { ...authorization(), ...headers };
}

const page = document.getElementById("page");
if (page) {
  createRoot(page).render(
    <GraphiQL
      fetcher={fetcher}
      defaultTabs={examples.map(({ query }) => ({ query }))}
      defaultEditorToolsVisibility={false}
    >
      <GraphiQL.Logo>
        <a href="/" title="What is stored, and a search">
          LoreKeeper
        </a>
      </GraphiQL.Logo>
    </GraphiQL>,
  );
}
