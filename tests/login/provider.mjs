// An OpenID provider on loopback, which lets everybody in: node provider.mjs PORT [PAGE...]
//
// The pages are the addresses that the client "pages" may be led back to.
//
// Clients register themselves and ask for a token with a resource indicator (RFC 8707), as those of MCP do; access tokens
// are JSON Web Tokens with the resource as their audience. It prints its address once it listens.

import { Provider } from "oidc-provider";

const [port = "0", ...pages] = process.argv.slice(2);

function configure(provider) {
  // Whoever asks is logged in, and consents to what is asked for.
  provider.use(async (context, next) => {
    if (!context.path.startsWith("/interaction/")) return next();
    const { prompt, params, session, grantId } = await provider.interactionDetails(context.req, context.res);
    if (prompt.name === "login") {
      return provider.interactionFinished(context.req, context.res, { login: { accountId: "player" } });
    }
    const grant = grantId
      ? await provider.Grant.find(grantId)
      : new provider.Grant({ accountId: session.accountId, clientId: params.client_id });
    const { missingOIDCScope = [], missingResourceScopes = {} } = prompt.details;
    grant.addOIDCScope(missingOIDCScope.join(" "));
    for (const [resource, scopes] of Object.entries(missingResourceScopes)) {
      grant.addResourceScope(resource, scopes.join(" "));
    }
    const consent = { grantId: await grant.save() };
    return provider.interactionFinished(context.req, context.res, { consent }, { mergeWithLastSubmission: true });
  });
}

const settings = {
  clients: pages.length > 0 ? [{ client_id: "pages", token_endpoint_auth_method: "none", redirect_uris: pages }] : [],
  clientBasedCORS: (_, origin, client) => client.redirectUris.some((page) => new URL(page).origin === origin),
  scopes: ["openid", "offline_access", "read", "admin"],
  findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
  cookies: { keys: ["a key of a test"] },
  interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
  features: {
    devInteractions: { enabled: false },
    registration: { enabled: true },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => "urn:none",
      getResourceServerInfo: (_, resource) => ({ scope: "read admin", audience: resource, accessTokenFormat: "jwt" }),
    },
  },
};

const server = (await import("node:http")).createServer();
server.listen(Number(port), "127.0.0.1", () => {
  const issuer = `http://127.0.0.1:${server.address().port}`;
  const provider = new Provider(issuer, settings);
  configure(provider);
  server.on("request", provider.callback());
  console.log(issuer);
});
