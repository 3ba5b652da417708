import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { deliver } from "@/lib/domain/consequences/webhooks/delivery/settle";
import { rotateSecret } from "@/lib/domain/consequences/webhooks/commands";
import { verifyEncryptionKey } from "@/lib/domain/deployment/encryption/commands";
import { queueLetters } from "@/lib/domain/accounts/mail/outbox";
import { once } from "@/lib/http/pipeline/idempotency";
import { database } from "@/lib/infra/database/db";
import { env } from "@/lib/infra/environment/env";
import { decrypt } from "@/lib/infra/secrets";
import {
  asOfNow,
  deliveriesOf,
  endpointRow,
  newOwner,
  publishPost,
  register,
} from "@/tests/lib/domain/consequences/webhooks/owner";
import { startReceiver } from "@/tests/lib/domain/consequences/webhooks/receiver";

const KEYS = { a: "a-key-of-the-tests-that-is-long-enough", b: "another-key-of-the-tests-just-as-long" };
const before = { key: env().encryptionKey, from: env().encryptionKeyFrom };
const use = (key: string, previous?: string) =>
  void Object.assign(env(), {
    encryptionKey: key,
    previousEncryptionKey: previous,
    encryptionKeyFrom: "ENCRYPTION_KEY",
  });
const prisma = () => database().prisma;
let owner: Awaited<ReturnType<typeof newOwner>>;
const verify = () => verifyEncryptionKey(asOfNow(owner));

beforeEach(async () => {
  await prisma().encryptionKey.deleteMany();
  await prisma().webhookEndpoint.deleteMany();
  await prisma().idempotencyKey.deleteMany();
  owner = await newOwner();
  use(KEYS.a);
});
afterEach(
  () =>
    void Object.assign(env(), {
      encryptionKey: before.key,
      encryptionKeyFrom: before.from,
      previousEncryptionKey: undefined,
    }),
);

/** Nothing to prepare. */
const nothing = async () => undefined;

test("records the first server's key, and rejects another by name", async () => {
  await Promise.all([verify(), verify(), verify()]);
  await verify();
  use(KEYS.b);
  await expect(verify()).rejects.toThrow(/^ENCRYPTION_KEY does not match the one this database was encrypted with/);
  Object.assign(env(), { encryptionKeyFrom: "NEXTAUTH_SECRET" });
  await expect(verify()).rejects.toThrow("derived from NEXTAUTH_SECRET");
  const [row] = await prisma().encryptionKey.findMany();
  expect(JSON.stringify(row)).not.toContain(KEYS.a);
});

test("rejects one of two first servers with different keys", async () => {
  const first = verify();
  use(KEYS.b);
  const outcomes = await Promise.allSettled([first, verify()]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});

test("accepts only its own key for a database that has none on record", async () => {
  await register(owner, "http://127.0.0.1:1/");
  use(KEYS.b);
  await expect(verify()).rejects.toThrow("ENCRYPTION_KEY");
  expect(await prisma().encryptionKey.count()).toBe(0);
  use(KEYS.a);
  await verify();
});

test("re-encrypts everything stored when the previous key is configured, which is then obsolete", async () => {
  await verify();
  const { id, secret } = await register(owner, "http://127.0.0.1:1/");
  const rotated = await rotateSecret(asOfNow(owner), { id, graceSeconds: 3600 });
  const request = { key: "k", operation: "POST /x", requestHash: "f", secret: true };
  await once(asOfNow(owner), request, nothing, async () => ({ status: 201, body: '{"secret":"s"}' }));
  await once(asOfNow(owner), { ...request, key: "plain", secret: false }, nothing, async () => ({
    status: 201,
    body: '{"plain":1}',
  }));

  const { id: userId, handle } = owner.actor;
  await queueLetters(asOfNow(owner), [{ kind: "password-changed", userId, handle, email: "owner@example.com" }]);

  use(KEYS.b, KEYS.a);
  expect(decrypt((await endpointRow(id)).secret)).toBe(rotated.secret);
  await Promise.all([verify(), verify()]);
  await verify();
  use(KEYS.b);
  await verify();
  expect(decrypt((await prisma().letter.findFirstOrThrow({ where: { userId } })).content!)).toContain(
    "owner@example.com",
  );
  const row = await endpointRow(id);
  expect([decrypt(row.secret), decrypt(row.previousSecret!)]).toEqual([rotated.secret, secret]);
  expect(await once(asOfNow(owner), request, nothing, async () => ({ status: 500, body: "" }))).toMatchObject({
    body: '{"secret":"s"}',
    replayed: true,
  });
  expect(
    await once(asOfNow(owner), { ...request, key: "plain", secret: false }, nothing, async () => ({
      status: 500,
      body: "",
    })),
  ).toMatchObject({ body: '{"plain":1}', replayed: true });
  use(KEYS.a);
  await expect(verify()).rejects.toThrow("ENCRYPTION_KEY");
});

test("fails a delivery whose secret cannot be decrypted, visibly, until the secret is rotated", async () => {
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const receiver = await startReceiver();
  const endpoint = await register(owner, receiver.url);
  await publishPost(owner);
  use(KEYS.b);
  const [delivery] = await deliveriesOf(endpoint.id);
  expect(await deliver(asOfNow(owner), delivery!.id)).toMatchObject({ state: "waiting" });
  expect((await deliveriesOf(endpoint.id))[0]).toMatchObject({
    status: "pending",
    attempts: 1,
    error: expect.stringContaining("signing secret could not be decrypted"),
    leaseToken: null,
  });
  expect(await endpointRow(endpoint.id)).toMatchObject({ failureCount: 1 });
  expect(receiver.received).toEqual([]);

  await rotateSecret(asOfNow(owner), { id: endpoint.id, graceSeconds: 3600 });
  await publishPost(owner);
  const later = (await deliveriesOf(endpoint.id))[1]!;
  expect(await deliver(asOfNow(owner), later.id)).toEqual({ state: "final" });
  expect(receiver.received).toHaveLength(1);
  await receiver.stop();
});
