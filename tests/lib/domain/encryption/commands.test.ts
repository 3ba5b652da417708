import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { attemptDelivery } from "@/lib/domain/webhooks/attempt";
import { rotateSecret } from "@/lib/domain/webhooks/commands";
import { verifyEncryptionKey } from "@/lib/domain/encryption/commands";
import { once } from "@/lib/http/idempotency";
import { database } from "@/lib/infra/db";
import { env } from "@/lib/infra/env";
import { openSecret } from "@/lib/infra/secrets";
import { atOnce, deliveriesOf, endpointRow, newOwner, pin, register } from "@/tests/lib/domain/webhooks/owner";
import { startReceiver } from "@/tests/lib/domain/webhooks/receiver";

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
const verify = () => verifyEncryptionKey(atOnce(owner));

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

test("the key of the first server that starts is the deployment's: another is refused by name, whoever is first", async () => {
  await Promise.all([verify(), verify(), verify()]);
  await verify();
  use(KEYS.b);
  await expect(verify()).rejects.toThrow(/^ENCRYPTION_KEY does not match the one this database was encrypted with/);
  Object.assign(env(), { encryptionKeyFrom: "NEXTAUTH_SECRET" });
  await expect(verify()).rejects.toThrow("derived from NEXTAUTH_SECRET");
  const [row] = await prisma().encryptionKey.findMany();
  expect(JSON.stringify(row)).not.toContain(KEYS.a);
});

test("of two first servers with different keys one is refused", async () => {
  const first = verify();
  use(KEYS.b);
  const outcomes = await Promise.allSettled([first, verify()]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});

test("a database that was encrypted before keys were on record is opened by its own key alone", async () => {
  await register(owner, "http://127.0.0.1:1/");
  use(KEYS.b);
  await expect(verify()).rejects.toThrow("ENCRYPTION_KEY");
  expect(await prisma().encryptionKey.count()).toBe(0);
  use(KEYS.a);
  await verify();
});

test("a changed key with the former one beside it takes over everything that is stored, and then stands alone", async () => {
  await verify();
  const { id, secret } = await register(owner, "http://127.0.0.1:1/");
  const rotated = await rotateSecret(atOnce(owner), { id, graceSeconds: 3600 });
  const request = { key: "k", operation: "POST /x", fingerprint: "f", secret: true };
  await once(atOnce(owner), request, nothing, async () => ({ status: 201, body: '{"secret":"s"}' }));
  await once(atOnce(owner), { ...request, key: "plain", secret: false }, nothing, async () => ({
    status: 201,
    body: '{"plain":1}',
  }));

  use(KEYS.b, KEYS.a);
  expect(openSecret((await endpointRow(id)).secret)).toBe(rotated.secret);
  await Promise.all([verify(), verify()]);
  await verify();
  use(KEYS.b);
  await verify();
  const row = await endpointRow(id);
  expect([openSecret(row.secret), openSecret(row.previousSecret!)]).toEqual([rotated.secret, secret]);
  expect(await once(atOnce(owner), request, nothing, async () => ({ status: 500, body: "" }))).toMatchObject({
    body: '{"secret":"s"}',
    replayed: true,
  });
  expect(
    await once(atOnce(owner), { ...request, key: "plain", secret: false }, nothing, async () => ({
      status: 500,
      body: "",
    })),
  ).toMatchObject({ body: '{"plain":1}', replayed: true });
  use(KEYS.a);
  await expect(verify()).rejects.toThrow("ENCRYPTION_KEY");
});

test("a delivery whose secret cannot be decrypted fails where its owner sees it, is counted, and goes out once the secret is rotated", async () => {
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const receiver = await startReceiver();
  const endpoint = await register(owner, receiver.url);
  await pin(owner);
  use(KEYS.b);
  const [delivery] = await deliveriesOf(endpoint.id);
  expect(await attemptDelivery(atOnce(owner), delivery!.id)).toMatchObject({ state: "waiting" });
  expect((await deliveriesOf(endpoint.id))[0]).toMatchObject({
    status: "pending",
    attempts: 1,
    error: expect.stringContaining("signing secret could not be decrypted"),
    leaseToken: null,
  });
  expect(await endpointRow(endpoint.id)).toMatchObject({ failureCount: 1 });
  expect(receiver.received).toEqual([]);

  await rotateSecret(atOnce(owner), { id: endpoint.id, graceSeconds: 3600 });
  await pin(owner);
  const later = (await deliveriesOf(endpoint.id))[1]!;
  expect(await attemptDelivery(atOnce(owner), later.id)).toEqual({ state: "over" });
  expect(receiver.received).toHaveLength(1);
  await receiver.stop();
});
