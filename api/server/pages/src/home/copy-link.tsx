// A button that copies an address, to be sent to others.

import { useState } from "preact/hooks";

/** Milliseconds for which the button says what came of it. */
const SHOWN = 2500;

export function CopyLink({ address }: { address: string }) {
  const [said, setSaid] = useState("");
  const link = location.origin + address;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setSaid("Copied");
      setTimeout(() => setSaid(""), SHOWN);
    } catch {
      // Not allowed, or not over plain HTTP: the link can be copied by hand.
      setSaid("here");
    }
  };
  return (
    <>
      <button type="button" onClick={copy}>
        {said === "Copied" ? "Link copied" : "Copy link"}
      </button>
      <span class="unseen" role="status">
        {said === "Copied" && "The link was copied."}
      </span>
      {said === "here" && <input class="link" aria-label="Link" readOnly value={link} />}
    </>
  );
}
