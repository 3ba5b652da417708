import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { z } from "zod";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { expectError, expectStandardHeaders, type Received, send } from "@/tests/support/api";
import { type Account, newAccount } from "@/tests/support/api-accounts";
import { sampleOf } from "@/tests/support/random";
import { type Ask, ask, KEYED_CASES } from "./cases";
import { FIXTURES } from "./fixtures";

let account: Account;
beforeAll(async () => {
  account = await newAccount();
});

const keyed = (key: string) => ({ "Idempotency-Key": key });

const IDEMPOTENT = KEYED_CASES.filter(({ operation }) => operation.idempotent);

describe.each(sampleOf(IDEMPOTENT, "whether a retry acts once"))("$name", ({ name, operation }) => {
  test("repeats the first response, with a new request id", async () => {
    const request = await FIXTURES[name](account);
    const sending = { key: account.key, headers: keyed(randomUUID()) };
    const first = await ask(operation, request, sending);
    expect({ status: first.status, body: first.text }).toMatchObject({ status: operation.status });
    expect(first.headers.has("idempotency-replayed")).toBe(false);
    const again = await ask(operation, request, sending);
    expect({ status: again.status, text: again.text }).toEqual({ status: first.status, text: first.text });
    expect(again.headers.get("idempotency-replayed")).toBe("true");
    expect(again.headers.get("x-request-id")).not.toBe(first.headers.get("x-request-id"));
    expectStandardHeaders(again);
  });

  test("acts once for ten concurrent equal requests", async () => {
    const request = await FIXTURES[name](account);
    const sending = { key: account.key, headers: keyed(randomUUID()) };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => patiently(() => ask(operation, request, sending))),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(operation.status);
    expect(answers.filter(({ headers }) => !headers.has("idempotency-replayed"))).toHaveLength(1);
  });

  test("rejects another body under a used key", async () => {
    const request = await FIXTURES[name](account);
    const other = varied(request, operation.body);
    if (!other) return;
    const sending = { key: account.key, headers: keyed(randomUUID()) };
    expect((await ask(operation, request, sending)).status).toBe(operation.status);
    expectError(await ask(operation, other, sending), 422, "idempotency_conflict");
  });
});

describe("an Idempotency-Key", () => {
  const json = { content: "Said once" };
  const create = (key: string, by: Account, body: unknown = json) =>
    send("/api/v1/posts", { method: "POST", key: by.key, json: body, headers: keyed(key) });

  test("creates one post for fifty concurrent equal requests", async () => {
    const own = await newAccount();
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 50 }, () => patiently(() => create(key, own))));
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(201));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const { json: page } = await send("/api/v1/posts", { key: own.key });
    expect((page as { data: unknown[] }).data).toHaveLength(1);
  });

  test("is the same raw and quoted, and for a body in another key order", async () => {
    const key = randomUUID();
    const first = await create(key, account, { content: "Order", audience: "PRIVATE" });
    const again = await create(`"${key}"`, account, { audience: "PRIVATE", content: "Order" });
    expect(again).toMatchObject({ status: 201, text: first.text });
    expect(again.headers.get("idempotency-replayed")).toBe("true");
  });

  test("is separate per account and path", async () => {
    const [key, other] = [randomUUID(), await newAccount()];
    const [mine, theirs] = [await create(key, account), await create(key, other)];
    expect(mine.text).not.toBe(theirs.text);
    const { id } = await createPost(account.ctx(), { content: "To delete", audience: "PUBLIC" });
    const removal = await send(`/api/v1/posts/${id}`, { method: "DELETE", key: account.key, headers: keyed(key) });
    expect(removal.status).toBe(204);
    expect(removal.headers.has("idempotency-replayed")).toBe(false);
  });

  test("stays unused after a rejection", async () => {
    const key = randomUUID();
    expectError(await create(key, account, { content: "x".repeat(281) }), 400, "invalid_request");
    expectError(await create(key, account, { media_ids: ["media_nothing"] }), 400, "invalid_media");
    expect((await create(key, account)).status).toBe(201);
  });
});

/** Retries while the first request of its key is still running. */
async function patiently(act: () => Promise<Received>): Promise<Received> {
  for (let tries = 0; tries < 20; tries++) {
    const answer = await act();
    if (answer.status !== 409 || !answer.text.includes("idempotency_in_progress")) return answer;
    await new Promise((resolve) => setTimeout(resolve, Number(answer.headers.get("retry-after")) * 1000));
  }
  throw new Error("The first request of the key never finished");
}

/** The request with a different valid body, if the operation takes one. */
function varied({ body, ...rest }: Ask, takes: z.ZodType | undefined): Ask | undefined {
  if (rest.file) return { ...rest, body, file: new Blob([rest.file, new Uint8Array([0])]) };
  const other = Object.entries(body ?? {})
    .filter(([, value]) => typeof value === "string" || typeof value === "boolean")
    .map(([field, value]) => ({ ...body, [field]: typeof value === "string" ? `${value}a` : !value }))
    .find((candidate) => takes?.safeParse(candidate).success);
  return other && { ...rest, body: other };
}
