// A button that copies an address, to be sent to others.

import { useState } from "preact/hooks";
import { copyLink as texts } from "../../texts/en.json";
import { useMine, withBooks } from "./mine";
import { asLink, isFramed } from "./place";

/** Milliseconds for which the button says what came of it. */
const SHOWN = 2500;

/** The button; beside it one for the address with the reader's books. */
export function CopyLink({ address }: { address: string }) {
  return (
    <>
      <Copy address={address} label={texts.copy} />
      <CopyWithBooks address={address} />
    </>
  );
}

/** Copies an address with the reader's books, where they have some and it has none. */
export function CopyWithBooks({ address }: { address: string }) {
  const to = withBooks(address, useMine());
  return to === address || isFramed() ? null : <Copy address={to} label={texts.copyWithBooks} />;
}

function Copy({ address, label }: { address: string; label: string }) {
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
        {said === "copied" ? texts.copied : label}
      </button>
      <span class="unseen" role="status">
        {said === "copied" && texts.said}
      </span>
      {said === "here" && <input class="link" aria-label={texts.link} readOnly value={link} />}
    </>
  );
}
