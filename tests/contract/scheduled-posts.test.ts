import { expect, test } from "vitest";
import { expectError, send } from "@/tests/support/api";
import { newAccount } from "@/tests/support/api-accounts";

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const newPost = { content: "For later", audience: "PUBLIC" };

test("creating a post that names a moment is a 202 with the scheduled post, as is its retry", async () => {
  const { key } = await newAccount();
  const json = { ...newPost, publish_at: inAnHour() };
  const sending = { method: "POST", key, json, headers: { "Idempotency-Key": "later" } };
  const [first, again] = [await send("/api/v1/posts", sending), await send("/api/v1/posts", sending)];
  expect(first).toMatchObject({ status: 202, json: { ...newPost, publishAt: json.publish_at, failure: null } });
  expect(again).toMatchObject({ status: 202, text: first.text });
  expect(again.headers.get("idempotency-replayed")).toBe("true");
  expect((await send("/api/v1/me/scheduled-posts", { key })).json).toEqual({ data: [first.json], nextCursor: null });
  expect((await send("/api/v1/posts", { key })).json).toMatchObject({ data: [] });
});

test.each(["soon", "2026-13-01T00:00:00Z", new Date(Date.now() + 60_000).toISOString(), "2199-01-01T00:00:00Z", 5])(
  "rejects the moment %j by name",
  async (publish_at) => {
    const { key } = await newAccount();
    for (const path of ["/api/v1/posts", "/api/v1/me/scheduled-posts"]) {
      const answer = await send(path, { method: "POST", key, json: { ...newPost, publish_at } });
      expect(expectError(answer, 400, "invalid_request").param).toBe("publish_at");
    }
  },
);

test("a sandbox posts what is due as its clock advances", async () => {
  const { key: live } = await newAccount();
  const made = await send("/api/v1/sandbox", { method: "POST", key: live, json: {} });
  const [you] = (made.json as { people: [{ key: string }] }).people;
  const as = { method: "POST", key: you.key };
  const { status } = await send("/api/v1/posts", { ...as, json: { ...newPost, publish_at: inAnHour() } });
  expect(status).toBe(202);
  await send("/api/v1/sandbox/advance", { ...as, json: { seconds: 2 * 3600 } });
  const { json } = await send("/api/v1/posts", { key: you.key });
  expect((json as { data: object[] }).data[0]).toMatchObject(newPost);
});
