import http from "node:http";

export interface ReceivedEvent {
  id?: string;
  event: string;
  data: Record<string, unknown>;
}

/** Reads server-sent events as a browser does. */
export class EventReader {
  readonly events: ReceivedEvent[] = [];
  comments = 0;
  retryMs?: number;
  lastEventId?: string;
  private rest = "";

  constructor(private readonly onEvent?: (event: ReceivedEvent) => void) {}

  take(text: string): void {
    const blocks = (this.rest + text).split("\n\n");
    this.rest = blocks.pop() ?? "";
    for (const block of blocks) this.takeBlock(block);
  }

  named(name: string): ReceivedEvent[] {
    return this.events.filter(({ event }) => event === name);
  }

  seqsOf(topic: string): number[] {
    return this.events.flatMap(({ data }) =>
      data.topic === topic && data.seq !== undefined ? [Number(data.seq)] : [],
    );
  }

  private takeBlock(block: string): void {
    if (block.startsWith(":")) this.comments += 1;
    const fields = new Map(
      block.split("\n").map((line): [string, string] => {
        const colon = line.indexOf(":");
        return [line.slice(0, colon), line.slice(colon + 1).trimStart()];
      }),
    );
    const [retry, id, event] = [fields.get("retry"), fields.get("id"), fields.get("event")];
    if (retry !== undefined) this.retryMs = Number(retry);
    if (id !== undefined) this.lastEventId = id;
    if (event === undefined) return;
    const received = { id, event, data: JSON.parse(fields.get("data") ?? "{}") as ReceivedEvent["data"] };
    this.events.push(received);
    this.onEvent?.(received);
  }
}

export interface OpenedStream {
  status: number;
  headers: http.IncomingHttpHeaders;
  reader: EventReader;
  /** The body of a response that is not a stream. */
  text(): string;
  /** The number of bytes that its connection has received so far. */
  bytesRead(): number;
  ended: Promise<void>;
  close(): void;
}

/** Opens a stream over a connection of its own. */
export function openEventStream(
  url: string,
  headers: Record<string, string> = {},
  onEvent?: (event: ReceivedEvent) => void,
): Promise<OpenedStream> {
  return new Promise((resolve, reject) => {
    const request = http.get(
      url,
      { headers: { Accept: "text/event-stream", ...headers }, agent: false },
      (response) => {
        const { socket } = response;
        const reader = new EventReader(onEvent);
        let text = "";
        const ended = new Promise<void>((end) => response.once("close", end));
        response.on("error", () => undefined);
        response.setEncoding("utf8").on("data", (chunk: string) => {
          text += response.statusCode === 200 ? "" : chunk;
          reader.take(chunk);
        });
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          reader,
          text: () => text,
          bytesRead: () => socket.bytesRead,
          ended,
          close: () => request.destroy(),
        });
      },
    );
    request.on("error", reject);
  });
}
