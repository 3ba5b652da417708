import { beforeEach, expect, test } from "vitest";
import { createMarks, type Mark } from "@/components/marks/marks";

let sent: boolean[];
let answers: ((outcome: number | Error) => void)[];
let failures: unknown[];

const off: Mark = { on: false, count: 7 };

function marks() {
  return createMarks(
    (_path, on) =>
      new Promise((resolve, reject) => {
        sent.push(on);
        answers.push((outcome) => (typeof outcome === "number" ? resolve(outcome) : reject(outcome)));
      }),
    (error) => failures.push(error),
  );
}

beforeEach(() => {
  sent = [];
  answers = [];
  failures = [];
});

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("a mark shows at once, then with the server's count", async () => {
  const store = marks();
  void store.toggle("/like", off);
  expect(store.read("/like")).toEqual({ on: true, count: 8 });
  answers[0]?.(12);
  await settled();
  expect(store.read("/like")).toEqual({ on: true, count: 12 });
});

test("a failure restores the state that the server confirmed, and is reported once", async () => {
  const store = marks();
  void store.toggle("/like", off);
  answers[0]?.(new Error("lost"));
  await settled();
  expect(store.read("/like")).toEqual(off);
  expect(failures).toHaveLength(1);
});

test("a change while a request is in flight is sent after it, not concurrently", async () => {
  const store = marks();
  void store.toggle("/like", off);
  void store.toggle("/like", store.read("/like")!);
  expect(sent).toEqual([true]);
  answers[0]?.(8);
  await settled();
  expect(sent).toEqual([true, false]);
  answers[1]?.(7);
  await settled();
  expect(store.read("/like")).toEqual(off);
});

test("changing back while a request is in flight sends nothing more", async () => {
  const store = marks();
  void store.toggle("/like", off);
  void store.toggle("/like", store.read("/like")!);
  void store.toggle("/like", store.read("/like")!);
  answers[0]?.(8);
  await settled();
  expect(sent).toEqual([true]);
  expect(store.read("/like")).toEqual({ on: true, count: 8 });
});

test("a rerendered page overrides local state, unless a request is in flight", async () => {
  const store = marks();
  void store.toggle("/like", off);
  store.forget("/like");
  expect(store.read("/like")).toEqual({ on: true, count: 8 });
  answers[0]?.(8);
  await settled();
  store.forget("/like");
  expect(store.read("/like")).toBeUndefined();
});
