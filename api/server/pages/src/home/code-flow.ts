// The authorization code flow of a public client, with PKCE (RFC 7636): a verifier, a state and a nonce are kept in this tab on
// the way to the provider, and what comes back must fit them.

import { login as texts } from "../../texts/en.json";
import { keepToken } from "../token";
import { filled } from "./texts";

/** What the server says of the provider. */
interface Provider {
  issuer: string;
  /** Where the reader logs in. */
  authorize: string;
  /** Where a code becomes a token. */
  token: string;
  client: string;
  scope: string;
  /** The further scope of admins. */
  admin: string;
  /** How tokens are to name the server, where the provider takes that. */
  resource: string | null;
}

/** A login that was begun in this tab. */
interface Begun {
  state: string;
  nonce: string;
  verifier: string;
  back: string;
}

interface Answer {
  access_token?: unknown;
  id_token?: unknown;
  error?: string;
  error_description?: string;
}

const KEY = "lorekeeper-login";

/** The next step of a login, by the parameters of the page: the address to go to. */
export async function step(search: string): Promise<string> {
  const given = new URLSearchParams(search);
  const told = document.querySelector<HTMLMetaElement>('meta[name="provider"]')?.content;
  if (!told) {
    throw new Error(texts.noProvider);
  }
  const provider = JSON.parse(told) as Provider;
  return given.has("state") ? finish(provider, given) : begin(provider, given);
}

function redirect(): string {
  return location.origin + location.pathname;
}

async function begin(provider: Provider, given: URLSearchParams): Promise<string> {
  if (!isSecureContext) {
    throw new Error(texts.insecure);
  }
  const begun: Begun = { state: secret(), nonce: secret(), verifier: secret(), back: ownAddress(given.get("back")) };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(begun));
  } catch {
    throw new Error(texts.noStorage);
  }
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(begun.verifier));
  const parameters = {
    response_type: "code",
    client_id: provider.client,
    redirect_uri: redirect(),
    scope: given.get("wanted") === "admin" ? `${provider.scope} ${provider.admin}` : provider.scope,
    state: begun.state,
    nonce: begun.nonce,
    code_challenge: encoded(new Uint8Array(digest)),
    code_challenge_method: "S256",
    ...(provider.resource && { resource: provider.resource }),
  };
  const address = new URL(provider.authorize);
  Object.entries(parameters).forEach(([name, value]) => address.searchParams.set(name, value));
  return address.href;
}

async function finish(provider: Provider, given: URLSearchParams): Promise<string> {
  const begun = begunHere();
  // A code is for one time, and for nobody's history.
  history.replaceState(null, "", location.pathname);
  // Some providers say who they are (RFC 9207).
  const issuer = given.get("iss") ?? provider.issuer;
  if (begun === null || given.get("state") !== begun.state || issuer !== provider.issuer) {
    throw new Error(texts.notBegun);
  }
  const code = given.get("code");
  if (code === null) {
    throw new Error(filled(texts.refused, { why: given.get("error_description") ?? given.get("error") ?? "" }));
  }
  const { access_token, id_token } = await exchange(provider, code, begun);
  if (typeof access_token !== "string" || !isOfLogin(id_token, provider, begun)) {
    throw new Error(texts.notBegun);
  }
  keepToken(access_token);
  return begun.back;
}

/** The login that was begun in this tab; it is over with this. */
function begunHere(): Begun | null {
  try {
    const kept = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return kept === null ? null : (JSON.parse(kept) as Begun);
  } catch {
    return null;
  }
}

async function exchange(provider: Provider, code: string, { verifier }: Begun): Promise<Answer> {
  const parameters = {
    grant_type: "authorization_code",
    code,
    client_id: provider.client,
    redirect_uri: redirect(),
    code_verifier: verifier,
    ...(provider.resource && { resource: provider.resource }),
  };
  let response: Response;
  try {
    response = await fetch(provider.token, { method: "POST", body: new URLSearchParams(parameters) });
  } catch {
    throw new Error(filled(texts.noToken, { page: location.origin }));
  }
  const answer = ((await response.json().catch(() => null)) ?? {}) as Answer;
  if (!response.ok) {
    throw new Error(filled(texts.refused, { why: answer.error_description ?? answer.error ?? response.status }));
  }
  return answer;
}

/** Whether an ID token is of this login. It comes from the provider itself, so that its signature says nothing more. */
function isOfLogin(idToken: unknown, { issuer, client }: Provider, { nonce }: Begun): boolean {
  try {
    const payload = String(idToken).split(".")[1] ?? "";
    const claims = JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/"))) as Record<string, unknown>;
    return claims.iss === issuer && [claims.aud].flat().includes(client) && claims.nonce === nonce;
  } catch {
    return false;
  }
}

/** An address of this server; the home page in place of others. */
function ownAddress(given: string | null): string {
  const address = URL.canParse(given ?? "/", location.origin) && new URL(given ?? "/", location.origin);
  return address && address.origin === location.origin ? address.href : "/";
}

function secret(): string {
  return encoded(crypto.getRandomValues(new Uint8Array(32)));
}

/** Bytes in the letters of addresses. */
function encoded(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}
