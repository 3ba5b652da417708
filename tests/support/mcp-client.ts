import { Client, type ClientCapabilities, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Handlers } from "@/lib/http/handlers";
import { mountContext } from "@/tests/lib/http/pipeline/caller";

export const REVISIONS = ["2026-07-28", "2025-11-25"] as const;
export type Revision = (typeof REVISIONS)[number];

interface Connection {
  revision?: Revision;
  /** `?toolsets=webhooks&write=true` */
  search?: string;
  headers?: Record<string, string>;
  fetch?: typeof fetch;
}

/** A client of the protocol's own library, in one of its revisions. Close it after the test. */
export async function connectMcp(
  site: string,
  key: string,
  { revision = "2026-07-28", ...connection }: Connection = {},
): Promise<Client> {
  const client = newMcpClient(revision);
  await connectClient(client, site, key, connection);
  return client;
}

export async function connectClient(
  client: Client,
  site: string,
  key: string,
  { search = "", headers = {}, fetch }: Omit<Connection, "revision"> = {},
): Promise<void> {
  const transport = new StreamableHTTPClientTransport(new URL(`/mcp${search}`, site), {
    requestInit: { headers: { Authorization: `Bearer ${key}`, ...headers } },
    fetch,
  });
  await client.connect(transport);
}

/** A client that is not connected yet. */
export function newMcpClient(revision: Revision, capabilities: ClientCapabilities = {}): Client {
  const isLegacy = revision === "2025-11-25";
  return new Client(
    { name: "test", version: "1.0.0" },
    { capabilities, versionNegotiation: { mode: isLegacy ? "legacy" : { pin: revision } } },
  );
}

/** A tool's result: its text, and the data between the two marks in it. */
export interface Called {
  text: string;
  isError: boolean;
  /** Of an error. */
  code?: string;
  data: { from?: string[]; result?: unknown };
}

export async function callTool(client: Client, name: string, given: Record<string, unknown> = {}): Promise<Called> {
  const { content, isError = false, structuredContent } = await client.callTool({ name, arguments: given });
  const [block] = content;
  if (block?.type !== "text" || content.length !== 1 || structuredContent) throw new Error("A result is one text.");
  const code = isError ? /^\w+ failed \((\w+)\)/.exec(block.text)?.[1] : undefined;
  return { text: block.text, isError, code, data: dataIn(block.text) };
}

/** Returns the data in a result's text; that of an error has none. */
export function dataIn(text: string): Called["data"] {
  const [, , json = "{}"] = /^<<<(\w+)\n(.*)\n\1>>>$/m.exec(text) ?? [];
  return JSON.parse(json) as Called["data"];
}

/** Sends the requests of a client to handlers in this process. */
export function fetchFrom(handlers: Handlers): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    request.headers.set("host", new URL(request.url).host);
    return handlers[request.method as keyof Handlers](request, mountContext(request));
  };
}
