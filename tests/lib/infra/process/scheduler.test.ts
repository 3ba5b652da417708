import fc from "fast-check";
import { expect, test } from "vitest";
import { FairScheduler } from "@/lib/infra/process/scheduler";
import { RANDOM } from "@/tests/support/random";

/** Records the order of turns, and ends turns on request. */
function places(count: number) {
  const scheduler = new FairScheduler(count);
  const running: { ticket: string; owner: string }[] = [];
  const order: string[] = [];
  let tickets = 0;
  const ask = (owner: string) => {
    const ticket = String((tickets += 1));
    scheduler.take(ticket, owner, () => {
      running.push({ ticket, owner });
      order.push(owner);
    });
    return ticket;
  };
  const end = (costMs = 0) => scheduler.end(running.shift()!.ticket, costMs);
  return { scheduler, ask, end, order, running };
}

test("owners take turns, however many jobs one of them queues", () => {
  const { ask, end, order } = places(1);
  for (const owner of "aaaaabbc") ask(owner);
  for (let n = 0; n < 8; n += 1) end();
  expect(order.join("")).toBe("abcabaaa");
});

test("an owner that used more time waits for that many more turns of others", () => {
  const { ask, end, order } = places(1);
  for (const owner of "hhh") ask(owner);
  end(500);
  for (const owner of "bbbbbbbb") ask(owner);
  end(500);
  for (let n = 0; n < 9; n += 1) end();
  expect(order.join("")).toBe("hhbbbbbbhbb");
});

test("no owner holds all of several slots", () => {
  const { ask, order } = places(3);
  for (const owner of "aaaab") ask(owner);
  expect(order.join("")).toBe("aab");
});

test("leaving the queue frees no slot of another, and an unknown ticket ends nothing", () => {
  const { scheduler, ask, end, order } = places(1);
  ask("a");
  const left = ask("a");
  ask("b");
  scheduler.end(left, 0);
  scheduler.end("unknown", 0);
  expect(order.join("")).toBe("a");
  end();
  expect(order.join("")).toBe("ab");
});

test("every slot is used while an eligible owner waits, and every job gets its turn", () => {
  const acts = fc.array(fc.record({ owner: fc.constantFrom("a", "b", "c", "d"), endsMs: fc.option(fc.nat(1000)) }));
  fc.assert(
    fc.property(acts, (asked) => {
      const { ask, end, order, running } = places(3);
      for (const { owner, endsMs } of asked) {
        ask(owner);
        expect(running.length).toBeLessThanOrEqual(3);
        if (endsMs !== null && running.length > 0) end(endsMs);
      }
      while (running.length > 0) end();
      expect(order.toSorted()).toEqual(asked.map(({ owner }) => owner).toSorted());
    }),
    RANDOM,
  );
});
