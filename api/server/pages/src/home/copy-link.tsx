// A button that copies an address, to be sent to others.

import { useState } from "preact/hooks";
import { copyLink as texts } from "../../texts/en.json";
import { asLink } from "./place";

/** Milliseconds for which the button says what came of it. */
const SHOWN = 2500;

export function CopyLink({ address }: { address: string }) {
  const [said, setSaid] = useState<"" | "copied" | "here">("");
  const link = location.origin + asLink(address);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setSaid("copied");
      setTimeout(() => setSaid(""), SHOWN);
    } catch {
      // Not allowed, or not over plain HTTP: the link can be copied by hand.
      setSaid("here");
    }
  };
  return (
    <>
      <button type="button" onClick={copy}>
        {said === "copied" ? texts.copied : texts.copy}
      </button>
      <span class="unseen" role="status">
        {said === "copied" && texts.said}
      </span>
      {said === "here" && <input class="link" aria-label={texts.link} readOnly value={link} />}
    </>
  );
}
