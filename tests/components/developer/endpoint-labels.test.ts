import { expect, test } from "vitest";
import { responseLabel, arrivedShare, eventsLabel, tallyOf } from "@/components/developer/endpoint-labels";

test("the success rate is never rounded up: 100 % means all of them", () => {
  const share = (delivered: number, failed: number) => arrivedShare({ delivered, failed });
  expect(share(0, 0)).toBeUndefined();
  expect(share(12, 0)).toBe("100 %");
  expect(share(0, 3)).toBe("0 %");
  expect(share(2, 1)).toBe("66 %");
  expect(share(997, 3)).toBe("99.7 %");
  expect(share(99_999, 1)).toBe("99.9 %");
});

test("days are summed up", () => {
  const days = [
    { date: "2026-11-20", delivered: 2, failed: 1 },
    { date: "2026-11-21", delivered: 3, failed: 0 },
  ];
  expect(tallyOf(days)).toEqual({ delivered: 5, failed: 1 });
});

test("subscriptions and responses have labels", () => {
  expect(eventsLabel(["*"])).toBe("every event");
  expect(eventsLabel(["post.created", "like.created"])).toBe("post.created, like.created");
  expect(eventsLabel(["*", "post.created", "incoming.*"])).toBe("every event, incoming.*");
  expect(eventsLabel(["*", "bet.settled"])).toBe("every event, bet.settled");
  expect(eventsLabel(["*"], { handle: "ada" })).toBe("every event · about @ada");
  expect(responseLabel({ responseStatus: 500, error: "The receiver answered 500." })).toBe("500");
  expect(responseLabel({ responseStatus: null, error: "The connection was refused." })).toBe(
    "The connection was refused.",
  );
});
