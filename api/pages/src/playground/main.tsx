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

// A header of the headers editor goes before the token that the home page asked for.
const fetcher: typeof asked = (params, options) =>
  asked(params, { ...options, headers: { ...authorization(), ...options?.headers } });

const asked = createGraphiQLFetcher({
  url: "/graphql",
  subscriptionUrl: socket.href,
  enableIncrementalDelivery: false,
});

const page = document.getElementById("page");
if (page) {
  createRoot(page).render(
    <GraphiQL fetcher={fetcher} defaultTabs={examples.map(({ query }) => ({ query }))} defaultEditorToolsVisibility={false}>
      <GraphiQL.Logo>
        <a href="/" title="What is stored, and a search">
          LoreKeeper
        </a>
      </GraphiQL.Logo>
    </GraphiQL>,
  );
}
