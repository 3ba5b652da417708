import { describe, expect, test } from "vitest";
import { deletePost } from "@/lib/domain/writing/posts/commands";
import { createEndpoint, deleteEndpoint, updateEndpoint } from "@/lib/domain/consequences/webhooks/commands";
import { getEndpoint, listEndpoints } from "@/lib/domain/consequences/webhooks/queries";
import { endpointChanges, newEndpoint } from "@/lib/domain/consequences/webhooks/schema";
import { decrypt } from "@/lib/infra/secrets";
import { deliveriesOf, endpointRow, newOwner, publishPost, register } from "./owner";

const URL = "https://receiver.example/hooks";

describe("registering", () => {
  test("returns the secret once, and stores it encrypted", async () => {
    const owner = await newOwner();
    const created = await register(owner, URL, ["post.created"]);
    expect(created).toEqual({
      id: expect.stringMatching(/^whe_/),
      url: URL,
      events: ["post.created"],
      description: "",
      enabled: true,
      disabledReason: null,
      gaps: [],
      secret: expect.stringMatching(/^whsec_/),
      createdAt: expect.any(String),
    });
    const { secret } = await endpointRow(created.id);
    expect(secret).not.toContain(created.secret.slice(6, 20));
    expect(decrypt(secret)).toBe(created.secret);
    const { secret: _secret, ...listed } = created;
    expect(await listEndpoints(owner)).toEqual({ data: [listed] });
  });

  test("stops at ten endpoints, however many requests come at once", async () => {
    const owner = await newOwner();
    const results = await Promise.allSettled(Array.from({ length: 14 }, () => register(owner, URL)));
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(10);
    expect(results.flatMap((result) => (result.status === "rejected" ? [result.reason.code] : []))).toEqual(
      Array(4).fill("conflict"),
    );
    expect((await listEndpoints(owner)).data).toHaveLength(10);
  });

  test("needs at least one event, known events, and no unknown field", () => {
    const params = (body: unknown) => newEndpoint.safeParse(body).error?.issues.map(({ path }) => path.join(".")) ?? [];
    expect(params({ url: URL, events: ["post.created", "post.created", "*"], description: "Mine" })).toEqual([]);
    expect(params({ url: URL, events: [] })).toEqual(["events"]);
    expect(params({ url: URL, events: ["post.created", "like.deleted", "webhook.test"] })).toEqual([
      "events.1",
      "events.2",
    ]);
    expect(params({ url: "ftp://x", events: "post.created", description: "x".repeat(201) })).toEqual([
      "url",
      "events",
      "description",
    ]);
    expect(newEndpoint.safeParse({ url: URL, events: ["*"], secret: "mine" }).error?.issues[0]).toMatchObject({
      code: "unrecognized_keys",
    });
    expect(endpointChanges.safeParse({}).success).toBe(true);
  });
});

describe("an endpoint", () => {
  test("is described alike when created, read, changed and listed, beside what each has of its own", async () => {
    const owner = await newOwner();
    const filter = { handle: "ada" };
    const draft = {
      url: URL,
      events: ["post.created" as const],
      filter,
      payload: "full" as const,
      description: "Mine",
    };
    const { secret, createdAt, ...created } = await createEndpoint(owner, draft);
    expect(created).toEqual({ id: created.id, ...draft, enabled: true, disabledReason: null, gaps: [] });
    const described = async () => {
      const changed = await updateEndpoint(owner, { id: created.id });
      const { failureCount, recentDeliveries, ...detailed } = await getEndpoint(owner, { id: created.id });
      const [listed] = (await listEndpoints(owner)).data;
      expect({ failureCount, recentDeliveries }).toEqual({ failureCount: 0, recentDeliveries: [] });
      expect(detailed).toEqual(changed);
      expect(listed).toEqual({ ...changed, createdAt });
      return changed;
    };
    expect(await described()).toEqual(created);
    const disabled = await updateEndpoint(owner, { id: created.id, enabled: false });
    expect(disabled).toEqual({ ...created, enabled: false, gaps: [{ from: expect.any(String), to: null }] });
    expect(await described()).toEqual(disabled);
    expect(secret).toMatch(/^whsec_/);
  });

  test("cannot be seen, changed or deleted by others", async () => {
    const [owner, stranger] = await Promise.all([newOwner(), newOwner()]);
    const { id } = await register(owner, URL);
    for (const act of [getEndpoint, deleteEndpoint, updateEndpoint]) {
      await expect(act(stranger, { id })).rejects.toMatchObject({ code: "not_found" });
      await expect(act(stranger, { id: "whe_never" })).rejects.toMatchObject({ code: "not_found" });
    }
    expect(await listEndpoints(stranger)).toEqual({ data: [] });
  });

  test("changes the given fields and keeps the rest", async () => {
    const owner = await newOwner();
    const { id } = await register(owner, URL, ["post.created"]);
    expect(await updateEndpoint(owner, { id, description: "Mine" })).toEqual({
      id,
      url: URL,
      events: ["post.created"],
      description: "Mine",
      enabled: true,
      disabledReason: null,
      gaps: [],
    });
    expect(await updateEndpoint(owner, { id, events: ["*"] })).toMatchObject({ events: ["*"], url: URL });
    expect(await getEndpoint(owner, { id })).toEqual({
      id,
      url: URL,
      events: ["*"],
      enabled: true,
      description: "Mine",
      failureCount: 0,
      disabledReason: null,
      gaps: [],
      recentDeliveries: [],
    });
  });

  test("gets the events it subscribes to and no others, in a sequence without gaps", async () => {
    const owner = await newOwner();
    const [all, created, bookmarks] = [
      await register(owner, URL),
      await register(owner, URL, ["post.created"]),
      await register(owner, URL, ["bookmark.created"]),
    ];
    const post = await publishPost(owner);
    await deletePost(owner, post);
    const events = async (id: string) => (await deliveriesOf(id)).map(({ event, sequence }) => [sequence, event]);
    expect(await events(all.id)).toEqual([
      [1, "post.created"],
      [2, "post.deleted"],
    ]);
    expect(await events(created.id)).toEqual([[1, "post.created"]]);
    expect(await events(bookmarks.id)).toEqual([]);
    const [first] = await deliveriesOf(all.id);
    expect(JSON.parse(first!.body)).toEqual({
      id: first!.id,
      event: "post.created",
      created: post.createdAt,
      data: { postId: post.id },
      eventId: first!.eventId,
      sequence: 1,
    });
  });

  test("lists its twenty newest deliveries, with exactly these fields", async () => {
    const owner = await newOwner();
    const { id } = await register(owner, URL);
    for (let count = 0; count < 22; count += 1) await publishPost(owner, `Post ${count}`);
    const { recentDeliveries } = await getEndpoint(owner, { id });
    expect(recentDeliveries).toHaveLength(20);
    const newest = (await deliveriesOf(id)).at(-1)!;
    expect(recentDeliveries[0]).toEqual({
      id: newest.id,
      event: "post.created",
      status: "pending",
      attempts: 0,
      responseStatus: null,
      error: null,
      durationMs: null,
      createdAt: newest.createdAt.toISOString(),
      deliveredAt: null,
      nextAttemptAt: newest.nextAttemptAt!.toISOString(),
    });
  });

  test("queues nothing while disabled and fails what was pending; re-enabling it sends nothing old", async () => {
    const owner = await newOwner();
    const { id } = await register(owner, URL);
    await publishPost(owner);
    expect(await updateEndpoint(owner, { id, enabled: false })).toMatchObject({ enabled: false });
    await publishPost(owner);
    expect(await getEndpoint(owner, { id })).toMatchObject({
      disabledReason: null,
      recentDeliveries: [{ status: "failed", nextAttemptAt: null }],
    });
    expect(await updateEndpoint(owner, { id, enabled: true })).toMatchObject({ enabled: true });
    expect(await getEndpoint(owner, { id })).toMatchObject({
      disabledReason: null,
      recentDeliveries: [{ status: "failed" }],
    });
    await publishPost(owner);
    expect((await deliveriesOf(id)).map(({ status, sequence }) => [sequence, status])).toEqual([
      [1, "failed"],
      [2, "pending"],
    ]);
  });

  test("is deleted with its deliveries", async () => {
    const owner = await newOwner();
    const { id } = await register(owner, URL);
    await publishPost(owner);
    await deleteEndpoint(owner, { id });
    expect(await deliveriesOf(id)).toEqual([]);
    await expect(deleteEndpoint(owner, { id })).rejects.toMatchObject({ code: "not_found" });
  });
});
