import { afterEach, expect, test, vi } from "vitest";
import { notFound } from "@/lib/domain/errors";
import { failed, newWalk } from "@/lib/http/answer";
import { refuseInApp } from "@/lib/http/refuse-in-app";
import { log } from "@/lib/infra/log";

afterEach(() => void vi.restoreAllMocks());

const request = (id: string) => new Request("http://localhost/api/v1/me", { headers: { "X-Request-Id": id } });

test("what a caller knows its request by is logged beside our own id, and answers carry ours", () => {
  const said = vi.spyOn(log, "error").mockImplementation(() => undefined);
  const walk = newWalk();
  const answers = [
    failed(new Error("broken"), request("trace-1.a_B"), walk),
    refuseInApp(request("trace-1.a_B"), walk.requestId, new Error("broken")),
  ];
  expect(said).toHaveBeenCalledTimes(2);
  for (const [, fields] of said.mock.calls)
    expect(fields).toMatchObject({ requestId: walk.requestId, callerRequestId: "trace-1.a_B" });
  for (const { headers } of answers) expect(headers.get("x-request-id")).toBe(walk.requestId);
});

test.each(["", "a b", "x".repeat(129), "<script>", "a\tb", "é"])(
  "an id that is not well formed (%j) is not logged",
  (id) => {
    const said = vi.spyOn(log, "debug").mockImplementation(() => undefined);
    failed(notFound(), request(id), newWalk());
    expect(said.mock.calls[0]?.[1]?.callerRequestId).toBeUndefined();
  },
);
