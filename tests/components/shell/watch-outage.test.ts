import { expect, test } from "vitest";
import { watchOutage } from "@/components/shell/watch-outage";

/** Watches a page that is answered so, one after another: with a status, or not at all. */
async function watched(answers: (number | null)[], closesAfter = Infinity) {
  const closed = new AbortController();
  const seen: string[] = [];
  let asked = 0;
  await watchOutage(
    { onOutage: ({ title }) => seen.push(title), onEnd: () => seen.push("back"), signal: closed.signal },
    {
      ask: async () => {
        const status = answers[asked++];
        if (asked >= closesAfter) closed.abort();
        if (status === undefined || status === null) throw new Error("no answer");
        return status;
      },
      pause: async () => undefined,
    },
  );
  return { seen, asked };
}

test("a page that cannot load during an outage says why, and reloads when it can", async () => {
  expect((await watched([503, 504, null, 200, 200])).seen).toEqual([
    "We’ll be right back",
    "We’ll be right back",
    "You’re not connected",
    "back",
  ]);
});

test("a page that reloads with an error of its own shows that error", async () => {
  expect((await watched([503, 500])).seen).toEqual(["We’ll be right back", "back"]);
});

test.each([500, 200, 404])("a page that failed although it is answered with %d is not reloaded", async (status) => {
  expect(await watched([status])).toEqual({ seen: [], asked: 1 });
});

test("stops polling for a page that the viewer has left", async () => {
  expect(await watched([503, 503, 503, 200], 2)).toEqual({ seen: ["We’ll be right back"], asked: 2 });
});
