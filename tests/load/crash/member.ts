import { setTimeout as sleep } from "node:timers/promises";
import type { CreatedEndpoint, LoggedDelivery } from "@/lib/domain/consequences/webhooks/schema";
import type { EventRecord } from "@/lib/domain/consequences/events/schema";
import type { Page } from "@/lib/domain/kernel/page/schema";

const RETRY_MS = 30;

/** An API client that repeats requests that a killed server left unanswered. */
export class Member {
  constructor(
    private readonly url: string,
    private readonly key: string,
  ) {}

  subscribe(url: string): Promise<CreatedEndpoint> {
    return this.ask("POST", "/webhooks", { url, events: ["post.created"] });
  }

  /** Creates exactly one post, repeating the request as needed. Returns the post's id. */
  async post(content: string): Promise<string> {
    const { id } = await this.ask<{ id: string }>("POST", "/posts", { content }, { "Idempotency-Key": content });
    return id;
  }

  events(): Promise<EventRecord[]> {
    return this.all("/events");
  }

  deliveries(endpointId: string): Promise<LoggedDelivery[]> {
    return this.all(`/webhooks/${endpointId}/deliveries`);
  }

  private async all<Row>(path: string): Promise<Row[]> {
    const rows: Row[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const page: Page<Row> = await this.ask(
        "GET",
        `${path}?limit=50${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
      );
      rows.push(...page.data);
      cursor = page.nextCursor;
    }
    return rows;
  }

  private async ask<Answer>(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    for (;;) {
      const response = await fetch(`${this.url}/api/v1${path}`, {
        method,
        headers: {
          ...headers,
          Authorization: `Bearer ${this.key}`,
          ...(body && { "Content-Type": "application/json" }),
        },
        body: body && JSON.stringify(body),
      }).catch(() => undefined);
      const answer = await response?.text().catch(() => undefined);
      if (response?.ok && answer !== undefined) return JSON.parse(answer) as Answer;
      // The server is down, or is still processing the earlier request with this key.
      if (response && answer !== undefined && response.status !== 409)
        throw new Error(`${method} ${path} answered ${response.status}: ${answer}`);
      await sleep(RETRY_MS);
    }
  }
}
