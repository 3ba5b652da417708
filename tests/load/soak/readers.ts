import { setTimeout as sleep } from "node:timers/promises";
import { openEventStream } from "@/tests/support/event-stream";
import { sessionCookieOf } from "@/tests/support/session-cookie";
import { type Answers, Client } from "../fleet/client";
import { addressOf, SESSION_SECONDS } from "../fleet/crowd";
import type { Person } from "../fleet/person";

const TABS_PER_PERSON = 2;
/** The mean pause between two requests of a tab; the maximum is twice this. */
const MEAN_PAUSE_MS = 800;
/** The mean duration of a tab's stream; the maximum is twice this, and then it reconnects. */
const MEAN_STREAM_MS = 30_000;

/** The reads of a program, a member and a visitor; `{id}` and `{handle}` are anybody's. */
const READS = {
  program: [
    "/api/v1/me",
    "/api/v1/feed",
    "/api/v1/posts/{id}",
    "/api/v1/users/{handle}",
    "/api/v1/leaderboards/plinko-streak",
  ],
  member: ["/", "/posts/{id}", "/users/{handle}", "/notifications", "/coins", "/api/feed", "/api/coins"],
  stranger: ["/", "/posts/{id}", "/users/{handle}", "/builds", "/blog", "/docs/api", "/search?q=says", "/news/rss.xml"],
};
type Role = keyof typeof READS;
const ROLES = Object.keys(READS) as Role[];

/** Readers without long pauses, and tabs with streams: one for each person, in all roles. */
export class Readers {
  requests = 0;
  streams = 0;
  /** Unexpected responses: anything except 200, and 503 on an overloaded machine. */
  readonly surprises: string[] = [];

  constructor(
    private readonly url: string,
    private readonly people: readonly Person[],
    private readonly answers: Answers,
  ) {}

  /** Resolves when `isOver`, and every request is answered. */
  async read(isOver: () => boolean): Promise<void> {
    await Promise.all(
      this.people.flatMap((person, n) => [
        ...Array.from({ length: TABS_PER_PERSON }, (_, tab) => this.readAs(person, n + tab, isOver)),
        this.listen(person, isOver),
      ]),
    );
  }

  private async readAs({ account }: Person, n: number, isOver: () => boolean): Promise<void> {
    const headers: Record<Role, Record<string, string>> = {
      program: { Authorization: `Bearer ${account.key}` },
      member: { Cookie: await sessionCookieOf(account.ctx(), SESSION_SECONDS) },
      stranger: {},
    };
    const { url, answers } = this;
    const clients = ROLES.map((role) => new Client({ url, address: addressOf(n), headers: headers[role], answers }));
    for (let turn = n; !isOver(); turn += 1) {
      await sleep(Math.random() * 2 * MEAN_PAUSE_MS);
      const role = turn % ROLES.length;
      const other = anyOf(this.people);
      const [postId = ""] = other.done.posts;
      const path = anyOf(READS[ROLES[role]!]).replace("{id}", postId).replace("{handle}", other.account.handle);
      const reply = await clients[role]!.send("GET", path);
      if (reply && reply.status !== 200 && reply.status !== 503)
        this.surprises.push(`${path} was answered ${reply.status}`);
      this.requests += 1;
    }
  }

  private async listen({ account }: Person, isOver: () => boolean): Promise<void> {
    const headers = { Cookie: await sessionCookieOf(account.ctx(), SESSION_SECONDS) };
    while (!isOver()) {
      const stream = await openEventStream(`${this.url}/api/live?topics=me`, headers);
      this.streams += 1;
      if (stream.status !== 200 && stream.status !== 503) this.surprises.push(`A stream was answered ${stream.status}`);
      await Promise.race([stream.ended, sleep(Math.random() * 2 * MEAN_STREAM_MS)]);
      stream.close();
      await sleep(MEAN_PAUSE_MS);
    }
  }
}

function anyOf<Item>(items: readonly Item[]): Item {
  return items[Math.floor(Math.random() * items.length)]!;
}
