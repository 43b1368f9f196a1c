// What is shown where there is no answer.

import { useState } from "preact/hooks";
import { login, server as texts } from "../../texts/en.json";
import { keepToken, signInAddress, token } from "../token";
import type { Trouble } from "./server";
import { filled } from "./texts";
import { counted } from "./words";

/** Why there is no answer, and what can be done. */
export function TroubleShown({ trouble, again }: { trouble: Trouble; again: () => void }) {
  if (trouble.kind === "token") {
    return <TokenForm message={trouble.message} />;
  }
  return (
    <div class="notice bad" role="alert">
      <p>{trouble.message}</p>
      {trouble.again && <p class="quiet">{counted(trouble.again, texts.triedAgain)}</p>}
      <button type="button" onClick={again}>
        {texts.tryAgain}
      </button>
    </div>
  );
}

/** Asks for the token, or to sign in; then the page is loaded anew, or goes on with `done`. */
export function TokenForm({
  message,
  wanted = "read",
  done = () => location.reload(),
}: {
  message: string;
  wanted?: "read" | "admin";
  done?: () => void;
}) {
  const [given, setGiven] = useState("");
  const signIn = signInAddress(wanted);
  const submit = (event: Event) => {
    event.preventDefault();
    keepToken(given.trim());
    done();
  };
  const fields = (
    <>
      <label for="token">{texts.token}</label>
      <input
        id="token"
        type="password"
        autocomplete="off"
        required
        value={given}
        onInput={(event) => setGiven(event.currentTarget.value)}
      />
      <button type="submit">{texts.useToken}</button>
      <p class="quiet">{texts.tokenKept}</p>
    </>
  );
  if (signIn === null) {
    return (
      <form class="notice" onSubmit={submit}>
        <p role="alert">{token() ? filled(texts.unknownToken, { message }) : message}</p>
        {fields}
      </form>
    );
  }
  return (
    <form class="notice" onSubmit={submit}>
      <p role="alert">{wanted === "admin" ? login.needsAdmin : token() ? message : login.needed}</p>
      <p>
        <a class="button" href={signIn}>
          {login.signIn}
        </a>
      </p>
      <details>
        <summary>{login.hasToken}</summary>
        {fields}
      </details>
    </form>
  );
}
