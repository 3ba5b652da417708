import { afterEach, expect, test, vi } from "vitest";
import { notFound } from "@/lib/domain/kernel/errors";
import { failed, beginRequest } from "@/lib/http/response/response";
import { sessionError } from "@/lib/http/response/session-error";
import { log } from "@/lib/infra/log/log";
import { mountContext } from "./caller";

afterEach(() => void vi.restoreAllMocks());

const request = (id: string) => new Request("http://localhost/api/v1/me", { headers: { "X-Request-Id": id } });

test("logs the caller's request id beside our own, which responses carry", () => {
  const said = vi.spyOn(log, "error").mockImplementation(() => undefined);
  const state = beginRequest(mountContext(request("")));
  const answers = [
    failed(new Error("broken"), request("trace-1.a_B"), state),
    sessionError(request("trace-1.a_B"), state.requestId, new Error("broken")),
  ];
  expect(said).toHaveBeenCalledTimes(2);
  for (const [, fields] of said.mock.calls)
    expect(fields).toMatchObject({ requestId: state.requestId, callerRequestId: "trace-1.a_B" });
  for (const { headers } of answers) expect(headers.get("x-request-id")).toBe(state.requestId);
});

test.each(["", "a b", "x".repeat(129), "<script>", "a\tb", "é"])("does not log a malformed id (%j)", (id) => {
  const said = vi.spyOn(log, "debug").mockImplementation(() => undefined);
  failed(notFound(), request(id), beginRequest(mountContext(request(""))));
  expect(said.mock.calls[0]?.[1]?.callerRequestId).toBeUndefined();
});
