import { randomBytes } from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";
import { env } from "@/lib/infra/environment/env";
import { log } from "@/lib/infra/log/log";
import * as names from "@/lib/infra/network/resolve-name";
import { checkPushService } from "@/lib/domain/consequences/push/commands";
import { newPushSubscription } from "@/lib/domain/consequences/push/schema";
import { ATTEMPT_SCHEDULE_SECONDS, MAX_ENDPOINT_LENGTH } from "@/lib/domain/consequences/push/rules";
import { likePost } from "@/lib/domain/writing/engagement/commands";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { newPerson } from "@/tests/support/people";
import { newDevice, passTime, pushDue, usePush, waiting } from "./fixture";
import { newBrowser } from "./push-service";

const push = usePush();
afterEach(() => {
  vi.restoreAllMocks();
  env().webhooks.allowPrivateTargets = true;
});

const valid = () => newBrowser("https://push.example/").subscription;
const base64url = (bytes: number) => randomBytes(bytes).toString("base64url");
const problems = (input: object) =>
  newPushSubscription.safeParse(input).error?.issues.map(({ path, message }) => [path.join("."), message]);

/** What is said of an address, where only public ones are allowed. */
function withoutPrivateTargets<T>(run: () => T): T {
  const { webhooks } = env();
  webhooks.allowPrivateTargets = false;
  try {
    return run();
  } finally {
    webhooks.allowPrivateTargets = true;
  }
}

test("a subscription needs keys that can encrypt, and an error names each that cannot", () => {
  expect(problems(valid())).toBeUndefined();
  const { endpoint, keys } = valid();
  expect(
    problems({ endpoint: 1, keys: { p256dh: "", auth: base64url(15) }, more: true })?.map(([path]) => path),
  ).toEqual(["endpoint", "keys.p256dh", "keys.auth", ""]);
  const offCurve = Buffer.concat([Buffer.from([4]), randomBytes(64)]).toString("base64url");
  const compressed = Buffer.concat([Buffer.from([2]), randomBytes(32)]).toString("base64url");
  for (const p256dh of [offCurve, compressed, `${keys.p256dh}=`, keys.p256dh.slice(1), "?".repeat(87)])
    expect(problems({ endpoint, keys: { ...keys, p256dh } })).toEqual([
      ["keys.p256dh", "p256dh must be a public key on P-256: 65 bytes in base64url"],
    ]);
  for (const auth of [base64url(17), `${keys.auth}==`, ""])
    expect(problems({ endpoint, keys: { ...keys, auth } })).toEqual([
      ["keys.auth", "auth must be a secret of 16 bytes in base64url"],
    ]);
  expect(problems({ keys, endpoint: `https://push.example/${"a".repeat(MAX_ENDPOINT_LENGTH)}` })?.[0]?.[1]).toContain(
    `endpoint must be at most ${MAX_ENDPOINT_LENGTH}`,
  );
});

test.each([
  ["http://push.example/a", "endpoint must begin with https://"],
  ["https://127.0.0.1/a", "endpoint's host 127.0.0.1 is not on the public internet"],
  ["https://[::1]/a", "endpoint's host [::1] is not on the public internet"],
  ["https://0x7f.1/a", "endpoint's host 127.0.0.1 is not on the public internet"],
  ["https://169.254.169.254/latest", "endpoint's host 169.254.169.254 is not on the public internet"],
  ["https://metadata.internal/a", "endpoint's host metadata.internal is not on the public internet"],
  ["https://push.example:22/a", "endpoint's port must be 443, or 1024 and above"],
  ["https://me:secret@push.example/a", "endpoint must not contain a user name or password"],
])("the address %s is not pushed to", (endpoint, message) => {
  withoutPrivateTargets(() => expect(problems({ ...valid(), endpoint })).toEqual([["endpoint", message]]));
});

test("nothing is sent to a private address, although it was stored", async () => {
  const service = await push.service();
  const { ctx } = await newDevice(service);
  const post = await createPost(ctx, { content: "Hello", audience: "PUBLIC" });
  await likePost(await newPerson(), post);
  env().webhooks.allowPrivateTargets = false;
  await pushDue();
  expect(service.arrivals).toEqual([]);
  expect(await waiting()).toEqual([]);
});

test("a name with a private address is refused, and one that gets it later is not connected to", async () => {
  const { ctx } = await newDevice({ url: "https://push.example/" });
  const post = await createPost(ctx, { content: "Hello", audience: "PUBLIC" });
  await likePost(await newPerson(), post);
  vi.spyOn(names, "resolveName").mockResolvedValue(["1.1.1.1", "10.0.0.1"]);
  env().webhooks.allowPrivateTargets = false;
  await expect(checkPushService(ctx, valid())).rejects.toMatchObject({
    code: "invalid_request",
    message: "endpoint's host push.example is not on the public internet",
  });
  const warned = vi.spyOn(log, "warn").mockReturnValue(undefined);
  for (const seconds of ATTEMPT_SCHEDULE_SECONDS) {
    await passTime(seconds * 1300);
    await pushDue();
  }
  expect(warned).toHaveBeenCalledWith(
    "notification not pushed",
    expect.objectContaining({ error: "push.example resolves to an address that is not on the public internet." }),
  );
});
