import { createInterface } from "node:readline";
import type { Connection } from "./profiles";

/** What a connection requests, within what its key allows. */
interface BridgeOptions {
  toolsets?: string;
  write?: boolean;
}

interface Message {
  id?: string | number | null;
  method?: string;
  params?: Record<string, unknown>;
  result?: { protocolVersion?: string };
  error?: unknown;
}

const ENVELOPE_VERSION = "io.modelcontextprotocol/protocolVersion";
/** The maximum size of a message that the server reads. */
const MAX_MESSAGE_BYTES = 256 * 1024;
const MAX_AT_ONCE = 8;
const TIMEOUT_MS = 30_000;
/** Error codes of JSON-RPC. */
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;
const SERVER_ERROR = -32_000;

/**
 * Speaks the Model Context Protocol on stdin and stdout, for hosts that start local programs, and forwards each message
 * to the site that serves the tools. Ends when stdin ends and everything is answered.
 */
export async function bridgeMcp({ site, key }: Connection, { toolsets, write }: BridgeOptions): Promise<void> {
  const url = new URL("/mcp", site);
  if (toolsets) url.searchParams.set("toolsets", toolsets);
  if (write) url.searchParams.set("write", "true");
  const bridge = new Bridge(url, key);
  const lines = createInterface({ input: process.stdin, crlfDelay: Infinity });
  for await (const line of lines) if (line.trim() !== "") await bridge.accept(line);
  await bridge.settled();
}

class Bridge {
  private readonly inFlight = new Set<Promise<void>>();
  private readonly cancellations = new Map<unknown, AbortController>();
  /** The version negotiated by the older revision; in the newer one each message states it. */
  private negotiated: string | undefined;

  constructor(
    private readonly url: URL,
    private readonly key: Connection["key"],
  ) {}

  /** Begins to answer a message, once few enough others are in flight. */
  async accept(line: string): Promise<void> {
    const message = parsed(line);
    if (message === undefined) return answerError(null, PARSE_ERROR, "This is not a message in JSON.");
    if (message.method === "notifications/cancelled") return this.cancel(message.params?.requestId);
    if (Buffer.byteLength(line) > MAX_MESSAGE_BYTES)
      return answerError(message.id ?? null, INVALID_REQUEST, `A message has at most ${MAX_MESSAGE_BYTES / 1024} KiB.`);
    while (this.inFlight.size >= MAX_AT_ONCE) await Promise.race(this.inFlight);
    const work = this.pass(message, line).finally(() => this.inFlight.delete(work));
    this.inFlight.add(work);
    // No message may overtake the one that negotiates the revision.
    if (message.method === "initialize") await work;
  }

  async settled(): Promise<void> {
    await Promise.all(this.inFlight);
  }

  private cancel(id: unknown): void {
    this.cancellations.get(id)?.abort();
  }

  private async pass({ id: given, method, params }: Message, line: string): Promise<void> {
    const id = given ?? undefined;
    const cancellation = new AbortController();
    if (id !== undefined) this.cancellations.set(id, cancellation);
    try {
      const signal = AbortSignal.any([cancellation.signal, AbortSignal.timeout(TIMEOUT_MS)]);
      const headers = await this.headersOf({ method, params });
      const response = await fetch(this.url, { method: "POST", headers, body: line, redirect: "error", signal });
      const messages = messagesIn(await response.text(), response.headers.get("content-type"));
      if (id === undefined) return;
      if (messages.length === 0) return answerError(id, SERVER_ERROR, `The server answered ${response.status}.`);
      for (const message of messages) this.answer(id, method, message);
    } catch (error) {
      if (cancellation.signal.aborted || id === undefined) return;
      answerError(id, SERVER_ERROR, `${this.url.origin} cannot be reached: ${(error as Error).message}`);
    } finally {
      if (id !== undefined) this.cancellations.delete(id);
    }
  }

  private answer(id: string | number, method: string | undefined, message: Message): void {
    if (method === "initialize") this.negotiated = message.result?.protocolVersion ?? this.negotiated;
    // The answer to a message rejected unread, for its key or its size, lacks the message's id.
    write(message.error !== undefined && message.id == null ? { ...message, id } : message);
  }

  private async headersOf({ method, params }: Message): Promise<Record<string, string>> {
    const { [ENVELOPE_VERSION]: named } = (params?._meta ?? {}) as Record<string, unknown>;
    const version = typeof named === "string" ? named : this.negotiated;
    const name = params?.name ?? params?.uri;
    return {
      Authorization: `Bearer ${typeof this.key === "string" ? this.key : await this.key()}`,
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      ...(version !== undefined && { "MCP-Protocol-Version": headerText(version) }),
      ...(named !== undefined && method !== undefined && { "Mcp-Method": headerText(method) }),
      ...(named !== undefined && typeof name === "string" && { "Mcp-Name": encoded(name) }),
    };
  }
}

/** @returns undefined for anything but a JSON object */
function parsed(line: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The messages of an answer: one as JSON, or several as the data of events. */
function messagesIn(body: string, contentType: string | null): Message[] {
  const texts = contentType?.startsWith("text/event-stream")
    ? body.split("\n").flatMap((line) => (line.startsWith("data: ") ? [line.slice("data: ".length)] : []))
    : [body];
  return texts.map(parsed).filter((message) => message !== undefined);
}

const headerText = (text: string) => text.replace(/[^\x21-\x7e]/g, "");

/** Encodes a text that may not be valid in a header, as the protocol specifies. */
const encoded = (text: string) => `=?base64?${Buffer.from(text).toString("base64")}?=`;

function answerError(id: string | number | null, code: number, message: string): void {
  write({ jsonrpc: "2.0", id, error: { code, message } });
}

function write(message: object): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}
