// What is shown where there is no answer.

import { useState } from "preact/hooks";
import { server as texts } from "../../texts/en.json";
import { keepToken, token } from "../token";
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

/** Asks for the token; then the page is loaded anew, or goes on with `done`. */
export function TokenForm({ message, done = () => location.reload() }: { message: string; done?: () => void }) {
  const [given, setGiven] = useState("");
  const submit = (event: Event) => {
    event.preventDefault();
    keepToken(given.trim());
    done();
  };
  return (
    <form class="notice" onSubmit={submit}>
      <p role="alert">{token() ? filled(texts.unknownToken, { message }) : message}</p>
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
    </form>
  );
}
