import fc from "fast-check";
import { expect, test } from "vitest";
import { type Context, inTransaction } from "@/lib/domain/kernel/context";
import { DAY_MS } from "@/lib/domain/kernel/durations";
import { addComment } from "@/lib/domain/writing/comments/commands";
import { subscribeLog } from "@/lib/domain/consequences/event-log/commands";
import { LOG_INTERRUPTED, LOG_SUBSCRIPTION_MS } from "@/lib/domain/consequences/event-log/rules";
import { asksFor } from "@/lib/domain/consequences/events/catalog";
import { createPost } from "@/lib/domain/writing/posts/commands";
import {
  createEndpoint,
  deleteEndpoint,
  disableOwnEndpoints,
  updateEndpoint,
} from "@/lib/domain/consequences/webhooks/commands";
import { disableEndpoint } from "@/lib/domain/consequences/webhooks/health";
import { getEndpoint } from "@/lib/domain/consequences/webhooks/queries";
import { database } from "@/lib/infra/database/db";
import { announceAll, logOf } from "@/tests/lib/domain/consequences/incoming/listening";
import { newPerson } from "@/tests/support/people";
import { attempts, RANDOM } from "@/tests/support/random";

const NAMES = ["incoming.comment", "incoming.mention", "incoming.*", "*"] as const;
type Name = (typeof NAMES)[number];

/** What happened, and who had asked for it. */
interface Act {
  event: string;
  /** The comment or post of its event. */
  id: string;
  isRecorded: boolean;
  /** Whether it was recorded at some time before. */
  wasRecorded: boolean;
  /** The endpoints that ask for it, each with whether it is enabled. */
  endpoints: Map<string, boolean>;
}

class World {
  readonly acts: Act[] = [];
  private readonly endpoints = new Map<string, { events: readonly Name[]; enabled: boolean }>();
  private readonly expiries = new Map<string, number>();
  private readonly everAsked = new Set<string>();

  private constructor(
    private readonly ada: Context,
    private readonly fan: Context,
    private readonly posts: { ofAda: string; ofFan: string },
  ) {}

  static async create(): Promise<World> {
    const [ada, fan] = [await newPerson(), await newPerson()];
    const ofAda = (await createPost(ada, { content: "A post", audience: "PUBLIC" })).id;
    const ofFan = (await createPost(fan, { content: "A post", audience: "PUBLIC" })).id;
    return new World(ada, fan, { ofAda, ofFan });
  }

  get owner(): Context {
    return { ...this.ada, now: new Date() };
  }

  endpointIds = () => [...this.endpoints.keys()];

  private at = (index: number) => this.endpointIds()[index % Math.max(1, this.endpoints.size)];

  async comment() {
    await this.act("incoming.comment", () => addComment(this.fan, { id: this.posts.ofAda, content: "Hello" }));
  }

  async mention() {
    const content = `@${this.ada.actor.handle}`;
    await this.act("incoming.mention", () => addComment(this.fan, { id: this.posts.ofFan, content }));
  }

  async post() {
    await this.act("post.created", () => createPost(this.owner, { content: "Hello", audience: "PUBLIC" }));
  }

  private async act(event: string, run: () => Promise<{ id: string }>) {
    const isOwn = event === "post.created";
    const asking = [...this.endpoints].filter(([, { events }]) => asksFor(events, event));
    const isSubscribed = [event, "incoming.*"].some((name) => (this.expiries.get(name) ?? 0) > Date.now());
    const { id } = await run();
    const isRecorded = isOwn || asking.length > 0 || isSubscribed;
    const wasRecorded = asksFor([...this.everAsked], event);
    this.acts.push({
      event,
      id,
      isRecorded,
      wasRecorded,
      endpoints: new Map(asking.map(([id, { enabled }]) => [id, enabled])),
    });
    await announceAll(this.ada);
  }

  private asked(names: readonly string[]) {
    for (const name of names) {
      this.everAsked.add(name);
      this.expiries.set(name, Date.now() + LOG_SUBSCRIPTION_MS);
    }
  }

  async subscribe(_index: number, names: readonly Name[]) {
    await subscribeLog(this.owner, { events: names });
    this.asked(names);
  }

  async create(_index: number, events: readonly Name[]) {
    if (this.endpoints.size >= 3) return;
    const { id } = await createEndpoint(this.owner, { url: "http://127.0.0.1:9/", events: [...events] });
    this.endpoints.set(id, { events, enabled: true });
    this.asked(events);
  }

  async change(index: number, events: readonly Name[]) {
    const id = this.at(index);
    if (id === undefined) return;
    await updateEndpoint(this.owner, { id, events: [...events] });
    const before = this.endpoints.get(id)!;
    this.asked([...before.events, ...events]);
    this.endpoints.set(id, { ...before, events });
  }

  async remove(index: number) {
    const id = this.at(index);
    if (id === undefined) return;
    await deleteEndpoint(this.owner, { id });
    this.asked(this.endpoints.get(id)!.events);
    this.endpoints.delete(id);
  }

  async enable(index: number) {
    await this.set(index, true, (id) => updateEndpoint(this.owner, { id, enabled: true }));
  }

  async disable(index: number) {
    await this.set(index, false, (id) => updateEndpoint(this.owner, { id, enabled: false }));
  }

  async fail(index: number) {
    await this.set(index, false, async (id) => {
      if (this.endpoints.get(id)!.enabled)
        await inTransaction(this.owner, (tx) => disableEndpoint(tx, id, "20 attempts in a row failed."));
    });
  }

  private async set(index: number, enabled: boolean, run: (id: string) => Promise<unknown>) {
    const id = this.at(index);
    if (id === undefined) return;
    await run(id);
    this.endpoints.get(id)!.enabled = enabled;
  }

  async suspend() {
    await inTransaction(this.owner, disableOwnEndpoints);
    for (const endpoint of this.endpoints.values()) endpoint.enabled = false;
  }

  /** Lets days pass without a renewal. */
  async sleep(index: number) {
    const ms = (index + 1) * 12 * DAY_MS;
    await database().prisma.$executeRaw`
      UPDATE "LogSubscription" SET "expiresAt" = "expiresAt" - ${ms}::float8 * interval '1 ms'
       WHERE "userId" = ${this.ada.actor.id}`;
    for (const [name, expiry] of this.expiries) this.expiries.set(name, expiry - ms);
  }
}

const STEPS = [
  ...["comment", "mention", "post", "comment", "mention", "subscribe", "create", "change", "remove"],
  ...["enable", "disable", "fail", "suspend", "sleep", "sleep"],
] as ("comment" | "subscribe")[];

const histories = fc.array(
  fc.record({
    step: fc.constantFrom(...STEPS),
    index: fc.nat(3),
    names: fc.uniqueArray(fc.constantFrom(...NAMES), { minLength: 1 }),
  }),
  { minLength: 10, maxLength: 40, size: "max" },
);

const isWithin = (moment: string, { from, to }: { from: string; to: string | null }) =>
  from <= moment && (to === null || moment <= to);

test("after every history of outages, disabling and renewing, the log has each act that was asked for, and says what it lacks", async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const world = await World.create();
      for (const { step, index, names } of history) await world[step](index, names);
      await subscribeLog(world.owner, { events: ["incoming.*"] });
      const log = await logOf(world.owner);
      const entryOf = ({ event, id }: Act) =>
        log.find(({ event: name, data }) => name === event && [data.commentId, data.postId].includes(id));
      expect(world.acts.map((act) => Boolean(entryOf(act)))).toEqual(world.acts.map(({ isRecorded }) => isRecorded));
      const gaps = log.flatMap(({ event, data }) =>
        event === LOG_INTERRUPTED ? [data as unknown as { events: string[]; from: string; to: string }] : [],
      );
      for (const { event, id, isRecorded, wasRecorded } of world.acts) {
        if (isRecorded || !wasRecorded) continue;
        const { createdAt } = await database().prisma.comment.findUniqueOrThrow({ where: { id } });
        const stated = gaps.filter((gap) => asksFor(gap.events, event) && isWithin(createdAt.toISOString(), gap));
        expect({ event, stated }).not.toEqual({ event, stated: [] });
      }
    }),
    { ...RANDOM, numRuns: attempts({ few: 15, many: 120 }) },
  );
});

test("after every such history, each event has a delivery for each endpoint that asked for it, or lies in a gap that the endpoint states", async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      const world = await World.create();
      for (const { step, index, names } of history) await world[step](index, names);
      const log = await logOf(world.owner);
      for (const endpointId of world.endpointIds()) {
        const { gaps } = await getEndpoint(world.owner, { id: endpointId });
        const deliveries = await database().prisma.delivery.findMany({ where: { endpointId } });
        for (const { event, id, endpoints } of world.acts) {
          const entry = log.find(
            ({ event: name, data }) => name === event && [data.commentId, data.postId].includes(id),
          );
          const isDelivered = deliveries.some(({ eventId }) => eventId === entry?.eventId);
          expect(isDelivered).toBe(endpoints.get(endpointId) ?? false);
          if (entry && endpoints.has(endpointId) && !isDelivered)
            expect(gaps.filter((gap) => isWithin(entry.created, gap))).toHaveLength(1);
        }
      }
    }),
    { ...RANDOM, numRuns: attempts({ few: 15, many: 120 }) },
  );
});
