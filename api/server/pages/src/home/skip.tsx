// A way past what stands before the content, for the keyboard.

import { frame as texts } from "../../texts/en.json";

/** Puts the focus on what was found, or else on the content of the page. It is seen while it has the focus itself. */
export function Skip() {
  const skip = () => {
    const content = document.querySelector<HTMLElement>("main .hits") ?? document.querySelector<HTMLElement>("main");
    if (content) {
      content.tabIndex = -1;
      content.focus();
      content.scrollIntoView();
    }
  };
  return (
    <button type="button" class="skip" onClick={skip}>
      {texts.skip}
    </button>
  );
}
