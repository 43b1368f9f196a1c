// A count with buttons for one less and one more.

import { encounter as texts } from "../../../texts/en.json";
import { filled } from "../texts";

interface Props {
  what: string;
  /** What tells it from others, for those who hear the page. */
  of: string;
  count: number;
  canLess: boolean;
  canMore: boolean;
  step: (by: number) => void;
}

export function Stepper({ what, of, count, canLess, canMore, step }: Props) {
  const name = `${what} ${of}`.trim();
  return (
    <span class="stepper" role="group" aria-label={name}>
      <button type="button" aria-label={filled(texts.less, { name })} disabled={!canLess} onClick={() => step(-1)}>
        −
      </button>
      <output>{count}</output>
      <button type="button" aria-label={filled(texts.more, { name })} disabled={!canMore} onClick={() => step(1)}>
        +
      </button>{" "}
      {what}
    </span>
  );
}
