import { expect, test } from "vitest";
import { type JsonEntries, streamJson } from "@/lib/http/response/json-stream";
import { eventually } from "@/tests/support/eventually";

const request = new Request("http://localhost/large");
const patient = { stallMs: 10_000, totalMs: 10_000 };

async function* pages<T>(...list: T[][]) {
  yield* list;
}

async function* entries(object: Record<string, unknown>): JsonEntries {
  yield* Object.entries(object);
}

test("writes an object like JSON.stringify, however it is divided into pages", async () => {
  const text = 'quote " and \u2028';
  const response = await streamJson(
    request,
    entries({
      text,
      none: pages(),
      empty: pages([], []),
      one: pages([{ a: 1 }]),
      many: pages<unknown>([1, 2], [], [text], [null]),
      last: null,
    }),
    { "Cache-Control": "no-store" },
  );
  expect(await response.json()).toEqual({
    text,
    none: [],
    empty: [],
    one: [{ a: 1 }],
    many: [1, 2, text, null],
    last: null,
  });
  expect([response.headers.get("content-type"), response.headers.get("cache-control")]).toEqual([
    "application/json",
    "no-store",
  ]);
  expect(await (await streamJson(request, entries({}), {})).text()).toBe("{}");
});

/** A producer of endless pages, and its state. */
function endless() {
  const made = { pages: 0, cleanedUp: false };
  async function* rows() {
    for (;;) {
      made.pages += 1;
      yield ["x".repeat(100_000)];
    }
  }
  async function* object(): JsonEntries {
    try {
      yield ["rows", rows()];
    } finally {
      made.cleanedUp = true;
    }
  }
  return { made, object };
}

test("produces nothing ahead of a stalled reader, and cuts it off", async () => {
  const { made, object } = endless();
  const response = await streamJson(request, object(), {}, { stallMs: 1000, totalMs: 60_000 });
  const reader = response.body!.getReader();
  await reader.read();
  await eventually(() => expect(made.cleanedUp).toBe(true));
  expect(made.pages).toBeLessThanOrEqual(2);
  await expect(reader.read()).rejects.toThrow();
});

test("cuts off a slow reader after the total time", async () => {
  const { made, object } = endless();
  const reader = (await streamJson(request, object(), {}, { stallMs: 10_000, totalMs: 200 })).body!.getReader();
  await expect(
    (async () => {
      for (;;) {
        await reader.read();
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })(),
  ).rejects.toThrow();
  await eventually(() => expect(made.cleanedUp).toBe(true));
});

test("stops producing when the reader disconnects", async () => {
  const { made, object } = endless();
  await (await streamJson(request, object(), {}, patient)).body!.cancel();
  expect(made).toEqual({ pages: 1, cleanedUp: true });
});

test("throws an error before the first piece, and breaks the stream on a later one", async () => {
  const failing = (value: unknown) =>
    async function* (): JsonEntries {
      if (value !== undefined) yield ["first", value];
      throw new Error("no more");
    };
  await expect(streamJson(request, failing(undefined)(), {})).rejects.toThrow("no more");
  const response = await streamJson(request, failing(1)(), {}, patient);
  await expect(response.text()).rejects.toThrow("no more");
});
