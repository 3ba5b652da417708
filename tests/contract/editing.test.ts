import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { likePost } from "@/lib/domain/writing/engagement/commands";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { expectError, send } from "@/tests/support/api";
import { type Account, newAccount } from "@/tests/support/api-accounts";

let account: Account;
let address: string;
beforeAll(async () => {
  account = await newAccount("pro");
});
beforeEach(async () => {
  const { id } = await createPost(account.ctx(), { content: "As it was", audience: "PUBLIC" });
  address = `/api/v1/posts/${id}`;
});

const read = async () => (await send(address, { key: account.key })).headers.get("etag") ?? "";
const edit = (content: string, headers: Record<string, string> = {}) =>
  send(address, { method: "PATCH", key: account.key, json: { content }, headers });

describe("If-Match", () => {
  test("accepts one of two edits of the same version, and the next one with its ETag", async () => {
    const etag = await read();
    const answers = await Promise.all([edit("a", { "If-Match": etag }), edit("b", { "If-Match": etag })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412]);
    expectError(
      answers.find(({ status }) => status === 412)!,
      412,
      "precondition_failed",
    );
    const latest = answers.find(({ status }) => status === 200)!.headers.get("etag") ?? "";
    expect(latest).toBe(await read());
    expect((await edit("c", { "If-Match": latest })).status).toBe(200);
  });

  test("depends on the post's content, which a like does not change", async () => {
    const etag = await read();
    await likePost((await newAccount()).ctx(), { id: address.split("/").at(-1)! });
    expect(await read()).not.toBe(etag);
    expect((await edit("Edited", { "If-Match": `"other", ${etag}` })).status).toBe(200);
  });

  test("matches any version with *, and rejects malformed ones", async () => {
    const etag = await read();
    for (const wrong of ['"other"', `W/${etag}`, "", etag.replaceAll('"', "")])
      expectError(await edit("Never", { "If-Match": wrong }), 412, "precondition_failed");
    expect((await edit("Edited", { "If-Match": "*" })).status).toBe(200);
  });
});

test("an edit with an Idempotency-Key takes effect once; its response is repeated after later edits", async () => {
  const headers = { "Idempotency-Key": "once", "If-Match": await read() };
  const first = await edit("Edited", headers);
  await edit("Edited again");
  const again = await edit("Edited", headers);
  expect(again).toMatchObject({ status: 200, json: first.json });
  expect(again.headers.get("idempotency-replayed")).toBe("true");
  expect((await send(`${address}/history`, { key: account.key })).json).toMatchObject({
    data: [{ content: "Edited again" }, { content: "Edited" }, { content: "As it was" }],
  });
});

test("other people's posts are not found, like missing ones", async () => {
  const stranger = await newAccount();
  for (const path of [address, "/api/v1/posts/post_none", "/api/v1/comments/cmt_none"])
    expectError(await send(path, { method: "PATCH", key: stranger.key, json: { content: "Mine" } }), 404, "not_found");
});
