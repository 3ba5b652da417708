import { writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signedHeaders } from "@/lib/domain/consequences/webhooks/signing";
import { BASE_URL, send } from "@/tests/support/api";
import { type Account, newAccount } from "@/tests/support/api-accounts";
import { compile } from "@/tests/support/compile";
import { temporaryFolder } from "@/tests/support/temporary-folder";
import { CASES } from "./cases";

const folder = temporaryFolder(afterAll);

/** The parts of the served client that these tests use. */
interface ClientModule {
  Pegboard: new (options: object) => Record<string, Record<string, (...args: unknown[]) => unknown>>;
  PegboardError: new () => { status: number; code: string; requestId: string; errors?: unknown[] };
  verifyWebhook(body: string, signature: string, secret: string): Promise<unknown>;
}

describe("the served client", () => {
  let account: Account;
  let client: ClientModule;

  beforeAll(async () => {
    account = await newAccount();
    const [source, script] = [await send("/sdk/pegboard.ts"), await send("/sdk/pegboard.js")];
    writeFileSync(path.join(folder, "pegboard.ts"), source.text);
    writeFileSync(path.join(folder, "pegboard.mjs"), script.text);
    client = (await import(pathToFileURL(path.join(folder, "pegboard.mjs")).href)) as ClientModule;
  });

  test("compiles under strict rules, and its types hold", () => {
    const use = `
      import { Pegboard, PegboardError, verifyWebhook, type Post, type WebhookEvent } from "./pegboard";
      const pegboard = new Pegboard("pb_live_x");
      export async function run(): Promise<string[]> {
        const made = await pegboard.posts.create({ content: "Hello", audience: "PRIVATE" });
        const post: Post = await pegboard.posts.get(made.id);
        const { data, nextCursor } = await pegboard.feed.list({ limit: 5 });
        for await (const comment of pegboard.engagement.listComments(post.id)) data.push({ ...post, content: comment.content });
        await pegboard.webhooks.update("whe_x", { enabled: false });
        // @ts-expect-error there is no such audience
        await pegboard.posts.create({ audience: "EVERYBODY" });
        // @ts-expect-error a comment has content
        await pegboard.engagement.comment(post.id, {});
        for await (const page of pegboard.posts.list().pages()) data.length += page.data.length;
        // @ts-expect-error a search has words
        await pegboard.search.posts({});
        if (post.audience === "FRIENDS") return ["an audience that a newer server has"];
        const { response } = await pegboard.posts.get(post.id).withResponse();
        await pegboard.posts.update(post.id, { content: "Hello" }, { ifMatch: response.etag, timeoutMs: 1000 });
        await pegboard.posts.list().catch((error: unknown) => error);
        const event: WebhookEvent = await verifyWebhook("{}", "t=1", "whsec_x");
        // @ts-expect-error it was not awaited
        verifyWebhook("{}", "t=1", "whsec_x").event;
        if (event.event === "follow.created") return [event.data.handle];
        if (nextCursor === null) throw new PegboardError(400, { type: "", code: "", message: "", request_id: "" });
        return data.map(({ author }) => author.handle);
      }`;
    writeFileSync(path.join(folder, "use.ts"), use);
    expect(compile([path.join(folder, "use.ts")], { erasableSyntaxOnly: true })).toEqual([]);
  });

  test("has a method for every operation with a key", () => {
    const pegboard = new client.Pegboard({ key: "x", baseUrl: BASE_URL });
    const methods = Object.entries(pegboard).flatMap(([group, members]) =>
      group === "transport" ? [] : Object.keys(members).map((name) => `${group}.${name}`),
    );
    expect(methods.toSorted()).toEqual(
      CASES.filter(({ operation }) => operation.scope !== null)
        .map(({ name }) => name)
        .toSorted(),
    );
  });

  test("writes, reads a page, and iterates over all pages", async () => {
    const pegboard = new client.Pegboard({ key: account.key, baseUrl: BASE_URL });
    for (let count = 1; count <= 5; count++) await pegboard.posts?.create?.({ content: `Number ${count}` });
    const page = (await pegboard.posts?.list?.({ limit: 2 })) as { data: unknown[]; nextCursor: string };
    expect(page).toMatchObject({ data: { length: 2 }, nextCursor: expect.any(String) });
    const contents: string[] = [];
    for await (const { content } of pegboard.posts?.list?.({ limit: 2 }) as AsyncIterable<{ content: string }>)
      contents.push(content);
    expect(contents).toEqual([5, 4, 3, 2, 1].map((count) => `Number ${count}`));
  });

  test("neither repeats nor omits an item while others are being added", async () => {
    const own = await newAccount("pro");
    const pegboard = new client.Pegboard({ key: own.key, baseUrl: BASE_URL });
    const write = (content: string) => pegboard.posts?.create?.({ content }) as Promise<unknown>;
    const before = Array.from({ length: 12 }, (_, index) => `Before ${index}`);
    for (const content of before) await write(content);
    const seen: string[] = [];
    const list = pegboard.posts?.list?.({ limit: 3 }) as { pages(): AsyncIterable<{ data: { content: string }[] }> };
    for await (const { data } of list.pages()) {
      seen.push(...data.map(({ content }) => content));
      await Promise.all([write(`Meanwhile, after ${seen.length}`), write(`And again, after ${seen.length}`)]);
    }
    expect(seen).toEqual(before.toReversed());
  });

  test("throws the API's errors", async () => {
    const pegboard = new client.Pegboard({ key: account.key, baseUrl: BASE_URL });
    const failed = await Promise.resolve(pegboard.posts?.create?.({ content: "x".repeat(281) })).catch(
      (error: unknown) => error,
    );
    expect(failed).toBeInstanceOf(client.PegboardError);
    expect(failed).toMatchObject({
      status: 400,
      code: "invalid_request",
      requestId: expect.stringMatching(/^req_/),
      errors: [{ param: "content" }],
    });
  });

  test("retries a write when the connection breaks, and it takes effect once", async () => {
    let broken = 0;
    const flaky: typeof fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (broken++ === 0) throw new TypeError("The connection broke after the server had answered");
      return response;
    };
    const own = await newAccount();
    const pegboard = new client.Pegboard({ key: own.key, baseUrl: BASE_URL, fetch: flaky });
    await pegboard.posts?.create?.({ content: "Once" });
    const { data } = (await pegboard.posts?.list?.()) as { data: unknown[] };
    expect(data).toHaveLength(1);
  });

  test("accepts a delivery that we signed, and no other", async () => {
    const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
    const body = JSON.stringify({ id: "whd_1", event: "post.created" });
    const signature = (at: Date) =>
      signedHeaders({ id: "whd_1", event: "post.created", body }, [secret], at)["X-Service-Signature"] ?? "";
    expect(await client.verifyWebhook(body, signature(new Date()), secret)).toEqual(JSON.parse(body));
    await expect(client.verifyWebhook(`${body} `, signature(new Date()), secret)).rejects.toThrow("signature");
    await expect(client.verifyWebhook(body, signature(new Date()), `${secret}x`)).rejects.toThrow("signature");
    await expect(client.verifyWebhook(body, signature(new Date(Date.now() - 301_000)), secret)).rejects.toThrow("old");
  });
});
