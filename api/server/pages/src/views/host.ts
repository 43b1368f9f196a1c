// The host: the program in whose frame a view is shown. View and host send each other JSON-RPC messages, as the extension
// `io.modelcontextprotocol/ui` of MCP has them.

import { views as texts } from "../../texts/en.json";

const PROTOCOL = "2026-01-26";

/** The height up to which a view grows; a longer one scrolls, so that what stands at its edge stays in sight. */
const MAX_HEIGHT = 720;

/** What the host says of itself and of the place that it has for the view. */
export interface HostContext {
  theme?: "light" | "dark";
  styles?: { variables?: Record<string, string | undefined> };
  [key: string]: unknown;
}

/** The result of a tool's call. */
export interface ToolResult {
  content?: { type: string; text?: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
  _meta?: Record<string, unknown>;
}

interface Initialized {
  hostCapabilities?: { serverTools?: object; openLinks?: object; message?: object };
  hostContext?: HostContext;
}

interface Message {
  jsonrpc?: string;
  id?: number | string;
  method?: string;
  params?: Record<string, unknown>;
  result?: unknown;
  error?: { message?: string };
}

/** What is awaited of the host, by the request's number. */
const awaited = new Map<number, { resolve: (result: never) => void; reject: (cause: Error) => void }>();
const listeners = new Map<string, (params: never) => void>();
let count = 0;

function send(message: Message): void {
  // The host's origin is not known, and nothing that is sent is a secret.
  parent.postMessage({ jsonrpc: "2.0", ...message }, "*");
}

addEventListener("message", (event: MessageEvent<Message | null>) => {
  const message = event.data;
  if (event.source !== parent || message?.jsonrpc !== "2.0") {
    return;
  }
  const { id, method, params, result, error } = message;
  if (method === undefined) {
    const request = awaited.get(Number(id));
    awaited.delete(Number(id));
    if (error) {
      request?.reject(new Error(error.message ?? texts.refused));
    } else {
      request?.resolve(result as never);
    }
  } else if (id === undefined) {
    listeners.get(method)?.((params ?? {}) as never);
  } else if (method === "ping" || method === "ui/resource-teardown") {
    send({ id, result: {} });
  } else {
    parent.postMessage({ jsonrpc: "2.0", id, error: { code: -32601, message: `There is no method ${method}.` } }, "*");
  }
});

/** Asks the host. */
export function request<T>(method: string, params: Record<string, unknown>): Promise<T> {
  const id = ++count;
  const answer = new Promise<T>((resolve, reject) => awaited.set(id, { resolve, reject }));
  send({ id, method, params });
  return answer;
}

/** Calls one of LoreKeeper's tools. */
export function callTool(name: string, args: Record<string, unknown>): Promise<ToolResult> {
  return request("tools/call", { name, arguments: args });
}

/** Listens to what the host tells. */
export function on<T>(method: string, listener: (params: T) => void): void {
  listeners.set(method, listener);
}

let capabilities: Initialized["hostCapabilities"] = {};

/** Whether the host hands calls of tools on. */
export function canCall(): boolean {
  return capabilities?.serverTools !== undefined;
}

/** Greets the host, takes its theme, and tells it the height of the view from now on. */
export async function greet(): Promise<void> {
  const { hostCapabilities, hostContext } = await request<Initialized>("ui/initialize", {
    protocolVersion: PROTOCOL,
    appInfo: { name: "lorekeeper", title: "LoreKeeper", version: "1" },
    appCapabilities: { availableDisplayModes: ["inline", "fullscreen"] },
  });
  capabilities = hostCapabilities;
  dress(hostContext ?? {});
  on("ui/notifications/host-context-changed", dress);
  send({ method: "ui/notifications/initialized", params: {} });
  let told = 0;
  const tell = () => {
    const height = Math.min(Math.ceil(document.body.getBoundingClientRect().height), MAX_HEIGHT);
    if (height !== told) {
      told = height;
      send({ method: "ui/notifications/size-changed", params: { width: innerWidth, height } });
    }
  };
  new ResizeObserver(tell).observe(document.body);
}

/** Takes the host's theme and its colours. */
function dress({ theme, styles }: HostContext): void {
  const { style } = document.documentElement;
  if (theme) {
    style.colorScheme = theme;
  }
  for (const [name, value] of Object.entries(styles?.variables ?? {})) {
    if (name.startsWith("--") && value !== undefined) {
      style.setProperty(name, value);
    }
  }
}

/** Links to elsewhere are the host's to open. */
addEventListener("click", (event) => {
  const link = (event.target as Element).closest<HTMLAnchorElement>("a[href]");
  const to = link?.getAttribute("href") ?? "";
  if (/^https?:/i.test(to)) {
    event.preventDefault();
    // A host that opens nothing leaves the link to be read.
    request("ui/open-link", { url: to }).catch(() => undefined);
  }
});
