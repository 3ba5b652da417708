// Slow: it fills a process with sandboxes whose receivers and senders take their time.
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { eventually } from "@/tests/support/eventually";
import {
  call,
  listen,
  newSandbox,
  pictureForm,
  post,
  prepareSandboxes,
  type Sandboxed,
} from "@/tests/support/sandboxes";

const MANY = 9;
let sandboxes: Sandboxed[];
let last: Sandboxed;
beforeAll(async () => {
  await prepareSandboxes();
  sandboxes = await Promise.all(Array.from({ length: MANY }, () => newSandbox()));
  last = sandboxes.at(-1)!;
});

/** Begins a call in all but the last sandbox, whose receivers answer only when `release` is called. */
async function whileReceiversWait(begin: (one: Sandboxed, endpointId: string) => unknown) {
  let release = () => undefined as void;
  const waiting = new Promise<void>((resolve) => (release = resolve));
  const begun = sandboxes.slice(0, -1).map(async (one) => {
    const receiver = await listen(one, ["post.created"], async () => {
      if (isSlow) await waiting;
      return { status: 204 };
    });
    // The next test has receivers of its own.
    onTestFinished(async () => {
      await call(one.you.key, `DELETE /api/v1/webhooks/${receiver.endpointId}`);
    });
    return { one, receiver };
  });
  let isSlow = false;
  const all = await Promise.all(begun);
  for (const { one } of all) await call(one.you.key, "POST /api/v1/posts", post);
  isSlow = true;
  const calls = all.map(({ one, receiver }) => begin(one, receiver.endpointId));
  await eventually(() => expect(all.map(({ receiver }) => receiver.arrivals.length)).toEqual(all.map(() => 2)));
  return async () => {
    release();
    return Promise.all(calls);
  };
}

const slowly = [
  ["after an act", ({ you }: Sandboxed) => call(you.key, "POST /api/v1/posts", post)],
  [
    "of a replay",
    ({ you }: Sandboxed, endpointId: string) => call(you.key, "POST /api/v1/sandbox/replay", { endpointId }),
  ],
  [
    "of a replay by a live key",
    ({ account }: Sandboxed, endpointId: string) => call(account.key, "POST /api/v1/sandbox/replay", { endpointId }),
  ],
] as const;

test.each(slowly)("sandboxes answer while the receivers of others wait with deliveries %s", async (_, begin) => {
  const release = await whileReceiversWait(begin);
  expect((await call(last.you.key, "GET /api/v1/me")).status).toBe(200);
  expect((await call(last.you.key, "POST /api/v1/posts", post)).status).toBe(201);
  expect((await call(last.you.key, "POST /api/v1/sandbox/advance", { seconds: 1 })).status).toBe(200);
  const statuses = ((await release()) as { status: number }[]).map(({ status }) => status);
  for (const status of statuses) expect([200, 201]).toContain(status);
  for (const { account } of sandboxes)
    expect((await call(account.key, "GET /api/v1/sandbox")).json).toMatchObject({ pendingDeliveries: 0 });
});

test("sandboxes answer while the images of others arrive slowly", async () => {
  const form = new Response(await pictureForm());
  const bytes = new Uint8Array(await form.clone().arrayBuffer());
  let finish = () => undefined as void;
  const arrived = new Promise<void>((resolve) => (finish = resolve));
  const uploads = sandboxes.slice(0, -1).map(({ you }) => {
    const body = new ReadableStream({
      async pull(controller) {
        controller.enqueue(bytes.subarray(0, 20));
        await arrived;
        controller.enqueue(bytes.subarray(20));
        controller.close();
      },
    });
    return call(you.key, "POST /api/v1/images", body, { "Content-Type": form.headers.get("content-type")! });
  });
  expect((await call(last.you.key, "POST /api/v1/posts", post)).status).toBe(201);
  finish();
  for (const { status, text } of await Promise.all(uploads)) expect(status, text).toBe(201);
});

test("sandboxes take turns while the others are always in use", async () => {
  let isOver = false;
  const busy = sandboxes.slice(0, -1).flatMap((one) =>
    [1, 2].map(async () => {
      while (!isOver) expect((await call(one.you.key, "GET /api/v1/feed")).status).not.toBe(500);
    }),
  );
  expect((await call(last.you.key, "GET /api/v1/me")).status).toBe(200);
  isOver = true;
  await Promise.all(busy);
});
