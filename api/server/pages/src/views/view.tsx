// A view: pages of the compendium in the frame of a program, which begin with what a tool answered.

import "../home/style.css";
import "../home/preview.css";
import "../home/rolls.css";
import "../home/card.css";
import "../home/compare.css";
import "../home/entity.css";
import "../home/facets.css";
import "../home/table.css";
import "../home/listing.css";
import "../home/search.css";
import "../home/stored.css";
import "../home/shelf.css";
import "../home/list.css";
import "../home/encounter/tracker.css";
import "../home/encounter/encounter.css";
import "./view.css";
import { render, type ComponentChildren } from "preact";
import { views as texts } from "../../texts/en.json";
import { showInFrame, useAddress } from "../home/place";
import { RollLog } from "../home/rolls";
import { Trouble, askBy } from "../home/server";
import { filled } from "../home/texts";
import { callTool, canCall, greet, on, type ToolResult } from "./host";

/** The tool that answers the pages' own operations. */
const VIEW_DATA = "view_data";

export interface Result {
  id: string;
  name: string;
  family?: string;
}

/** What a tool was called with, and what it answered. */
export interface Answer {
  args: Record<string, unknown>;
  results: Result[];
  content: Record<string, unknown>;
  meta: Record<string, unknown>;
}

export interface Page {
  path: string;
  parameters: string;
}

/** Shows a view: `start` is the address that it begins with, `show` what stands at an address. */
export function show(start: (answer: Answer) => string, page: (at: Page, answer: Answer) => ComponentChildren): void {
  const root = document.body.appendChild(Object.assign(document.createElement("div"), { id: "page" }));
  const say = (sentence: string) => render(<Remark text={sentence} />, root);
  let args: Record<string, unknown> = {};
  say(texts.waiting);
  askBy(overHost);
  on<{ arguments?: Record<string, unknown> }>("ui/notifications/tool-input", (input) => {
    args = input.arguments ?? {};
  });
  on<{ reason?: string }>("ui/notifications/tool-cancelled", ({ reason }) =>
    say(reason ? filled(texts.cancelledWhy, { reason }) : texts.cancelled),
  );
  on<ToolResult>("ui/notifications/tool-result", (result) => {
    if (result.isError) {
      say(textOf(result) || texts.failed);
      return;
    }
    const content = result.structuredContent ?? parsed(textOf(result));
    const results = Array.isArray(content.results) ? (content.results as Result[]) : [];
    const answer = { args, results, content, meta: result._meta ?? {} };
    showInFrame(start(answer));
    render(<View answer={answer} page={page} />, root);
  });
  greet().catch((cause: Error) => say(filled(texts.noViews, { reason: cause.message })));
}

function View({ answer, page }: { answer: Answer; page: Parameters<typeof show>[1] }) {
  const { pathname, search } = new URL(useAddress(), "https://view.invalid");
  return (
    <>
      {page({ path: pathname, parameters: search }, answer)}
      <RollLog />
    </>
  );
}

function Remark({ text }: { text: string }) {
  return (
    <p class="quiet" role="status">
      {text}
    </p>
  );
}

function textOf({ content }: ToolResult): string {
  return (content ?? []).flatMap(({ text }) => text ?? []).join("\n");
}

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** Asks LoreKeeper by way of the host. */
async function overHost<T>(operation: { text: string }, variables: object, signal: AbortSignal): Promise<T> {
  if (!canCall()) {
    throw new Trouble("refused", texts.noCalls);
  }
  let result: ToolResult;
  try {
    result = await callTool(VIEW_DATA, { operation: operation.text, variables });
  } catch (cause) {
    throw new Trouble("refused", (cause as Error).message);
  }
  signal.throwIfAborted();
  const data = result.structuredContent?.data;
  if (result.isError || !data) {
    throw new Trouble("refused", textOf(result) || texts.noAnswer);
  }
  return data as T;
}
