// What is shown where there is no answer.

import { useState } from "preact/hooks";
import { keepToken, token } from "../token";
import type { Trouble } from "./server";

/** Why there is no answer, and what can be done. */
export function TroubleShown({ trouble, again }: { trouble: Trouble; again: () => void }) {
  if (trouble.kind === "token") {
    return <TokenForm message={trouble.message} />;
  }
  return (
    <div class="notice bad" role="alert">
      <p>{trouble.message}</p>
      {trouble.again && <p class="quiet">It is tried again in {trouble.again} seconds.</p>}
      <button type="button" onClick={again}>
        Try again
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
      <p role="alert">{token() ? `The server does not know this token. ${message}` : message}</p>
      <label for="token">Token</label>
      <input
        id="token"
        type="password"
        autocomplete="off"
        required
        value={given}
        onInput={(event) => setGiven(event.currentTarget.value)}
      />
      <button type="submit">Use it</button>
      <p class="quiet">It is kept until this tab is closed, for the playground too.</p>
    </form>
  );
}
