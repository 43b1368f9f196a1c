// Where one signs in: on the way to the provider, and back from there.

import { useEffect, useState } from "preact/hooks";
import { common, login as texts } from "../../texts/en.json";
import { signInAddress } from "../token";
import { step } from "./code-flow";

export function LoginPage({ search }: { search: string }) {
  const [problem, setProblem] = useState("");
  useEffect(() => {
    document.title = `${texts.title} · ${common.brand}`;
    step(search).then(
      (address) => location.replace(address),
      (cause: unknown) => setProblem(cause instanceof Error ? cause.message : String(cause)),
    );
  }, []);
  return (
    <main>
      <h1>{texts.title}</h1>
      {problem ? (
        <div class="notice bad">
          <p role="alert">{problem}</p>
          <a class="button" href={signInAddress() ?? "/"}>
            {texts.signIn}
          </a>
        </div>
      ) : (
        <p role="status">{texts.underWay}</p>
      )}
    </main>
  );
}
