import { expect, test, vi } from "vitest";
import { Admission, type AdmissionOptions, type PermitRequest } from "@/lib/infra/admission/admission";

const LIMITS: AdmissionOptions = {
  permits: 2,
  maxWaiting: 10,
  maxWaitingPerClient: 6,
  maxWaitMs: 60_000,
  maxHoldMs: 60_000,
};

interface Entry {
  signal?: AbortSignal;
  /** The names of its path: "credential/address". */
  flow?: string;
  operation?: string;
}

/** Enters clients, and records the order in which they are admitted. */
function gate(options = LIMITS) {
  const admission = new Admission(options);
  const admitted: { client: string; flow?: string; leave: PermitRequest["leave"] }[] = [];
  const refused: string[] = [];
  const enter = async (client: string, { signal, flow, operation }: Entry = {}) => {
    const visit = admission.enter(client, { flow: flow?.split("/"), operation });
    signal?.addEventListener("abort", () => visit.leave());
    if (await visit.admitted) admitted.push({ client, flow, leave: visit.leave });
    else refused.push(flow ?? client);
  };
  return {
    admitted,
    refused,
    enter,
    clients: () => admitted.map(({ client }) => client),
    flows: () => admitted.map(({ flow }) => flow),
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("admits no more at a time than there are permits", async () => {
  const { enter, clients, admitted } = gate();
  for (let n = 0; n < 5; n++) void enter("flood");
  await settled();
  expect(clients()).toHaveLength(2);
  admitted[0]!.leave();
  await settled();
  expect(clients()).toHaveLength(3);
});

test("admits a new client next, however many requests another has queued", async () => {
  const { enter, clients, admitted } = gate();
  for (let n = 0; n < 6; n++) void enter("flood");
  void enter("newcomer");
  await settled();
  admitted[0]!.leave();
  admitted[1]!.leave();
  await settled();
  expect(clients().slice(2)).toContain("newcomer");
});

test("rejects requests beyond a client's queue limit, and beyond the total those of the longest queue", async () => {
  const { enter, refused } = gate();
  for (let n = 0; n < 9; n++) void enter("flood");
  await settled();
  expect(refused).toEqual(["flood"]);
  for (let n = 0; n < 12; n++) void enter(`guest ${n}`);
  await settled();
  expect(
    refused.filter((client) => client === "flood"),
    "one of it still waits",
  ).toHaveLength(6);
  expect(refused.slice(6)).toEqual(["guest 9", "guest 10", "guest 11"]);
});

test("counts an IPv6 client with its /56 and its /48", async () => {
  const { enter, refused } = gate({ ...LIMITS, maxWaiting: 1000, maxWaitingPerClient: 1 });
  const from = (...groups: number[]) => groups.forEach((group) => void enter(`2001:db8:1:${group.toString(16)}::/64`));
  from(0x100, 0x101, 0x102, 0x103, 0x104, 0x105);
  await settled();
  expect(refused).toEqual([]);
  from(0x106, 0x200, 0x201, 0x202, 0x203, 0x204, 0x300);
  await settled();
  expect(refused).toEqual(["2001:db8:1:106::/64", "2001:db8:1:204::/64", "2001:db8:1:300::/64"]);
});

test("dequeues a client that disconnected", async () => {
  const { enter, refused, clients, admitted } = gate();
  const leaving = new AbortController();
  void enter("a");
  void enter("b");
  void enter("leaving", { signal: leaving.signal });
  void enter("c");
  await settled();
  leaving.abort();
  await settled();
  expect(refused).toEqual(["leaving"]);
  admitted[0]!.leave();
  await settled();
  expect(clients()).toEqual(["a", "b", "c"]);
});

test("frees a permit once, however often it is released", async () => {
  const { enter, clients, admitted } = gate();
  for (const client of ["a", "b", "c", "d", "e"]) void enter(client);
  await settled();
  admitted[0]!.leave();
  admitted[0]!.leave();
  await settled();
  expect(clients()).toEqual(["a", "b", "c"]);
});

test("takes the permit from a slow reader", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const { enter, clients } = gate({ ...LIMITS, permits: 1, maxHoldMs: 1000 });
    void enter("slow");
    void enter("next");
    await vi.advanceTimersByTimeAsync(999);
    expect(clients()).toEqual(["slow"]);
    await vi.advanceTimersByTimeAsync(1);
    await settled();
    expect(clients()).toEqual(["slow", "next"]);
  } finally {
    vi.useRealTimers();
  }
});

test("delays the next request of a client that gave up, but not those of others", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const { enter, clients, admitted } = gate({ ...LIMITS, permits: 1 });
    void enter("fickle");
    void enter("fickle");
    await settled();
    admitted[0]!.leave(100);
    void enter("other");
    await settled();
    expect(clients()).toEqual(["fickle", "other"]);
    admitted[1]!.leave();
    await settled();
    expect(clients()).toEqual(["fickle", "other"]);
    await vi.advanceTimersByTimeAsync(100);
    expect(clients()).toEqual(["fickle", "other", "fickle"]);
  } finally {
    vi.useRealTimers();
  }
});

test("bounds the permits of one client, and leaves the rest to others", async () => {
  const { enter, clients } = gate({ ...LIMITS, permits: 3, permitsPerClient: 2 });
  for (let n = 0; n < 5; n++) void enter("flood");
  await settled();
  expect(clients()).toEqual(["flood", "flood"]);
  void enter("newcomer");
  await settled();
  expect(clients()).toEqual(["flood", "flood", "newcomer"]);
});

test("many clients of one operation do not delay other operations", async () => {
  const { enter, clients, admitted } = gate({ ...LIMITS, permits: 1 });
  for (let n = 0; n < 8; n++) void enter(`liker ${n}`, { operation: "like" });
  void enter("reader", { operation: "feed" });
  await settled();
  admitted[0]!.leave();
  await settled();
  admitted[1]!.leave();
  await settled();
  expect(clients()).toEqual(["liker 0", "liker 1", "reader"]);
});

test("gives no client more turns for naming many operations", async () => {
  const { enter, clients, admitted } = gate({ ...LIMITS, permits: 1 });
  for (let n = 0; n < 6; n++) void enter("inventor", { operation: `operation ${n}` });
  void enter("reader", { operation: "feed" });
  await settled();
  admitted[0]!.leave();
  await settled();
  admitted[1]!.leave();
  await settled();
  expect(clients().slice(0, 3)).toContain("reader");
});

test("bounds the permits of one operation across clients", async () => {
  const { enter, clients, admitted } = gate({ ...LIMITS, permits: 3, permitsPerOperation: 2 });
  for (let n = 0; n < 4; n++) void enter(`liker ${n}`, { operation: "like" });
  await settled();
  expect(clients()).toEqual(["liker 0", "liker 1"]);
  void enter("reader", { operation: "feed" });
  await settled();
  expect(clients()).toEqual(["liker 0", "liker 1", "reader"]);
  admitted[0]!.leave();
  await settled();
  expect(clients()).toEqual(["liker 0", "liker 1", "reader", "liker 2"]);
});

test("a client's flows take turns, so that a flood of one leaves the others their turns", async () => {
  const { enter, flows, admitted } = gate({ ...LIMITS, permits: 1 });
  for (let n = 0; n < 5; n++) void enter("ada", { flow: "flooding", operation: `invented ${n}` });
  void enter("ada", { flow: "quiet", operation: "feed" });
  for (let turn = 0; turn < 3; turn++) {
    await settled();
    admitted[turn]!.leave();
  }
  expect(flows().slice(0, 3)).toContain("quiet");
});

test("a client gets no more turns for its many flows", async () => {
  const { enter, clients, admitted } = gate({ ...LIMITS, permits: 1 });
  for (let n = 0; n < 6; n++) void enter("many", { flow: `flow ${n}` });
  void enter("one");
  for (let turn = 0; turn < 3; turn++) {
    await settled();
    admitted[turn]!.leave();
  }
  expect(clients().slice(0, 3)).toContain("one");
});

test("in a client's full queue, the flow with the most waiting makes room for another", async () => {
  const { enter, refused } = gate({ ...LIMITS, permits: 1, maxWaitingPerClient: 4 });
  for (let n = 0; n < 5; n++) void enter("ada", { flow: "flooding" });
  for (const flow of ["first", "second", "third"]) void enter("ada", { flow });
  await settled();
  expect(refused).toEqual(["flooding", "flooding", "flooding"]);
  void enter("ada", { flow: "first" });
  await settled();
  expect(refused.slice(3), "all have one, so nobody makes room for a second").toEqual(["first"]);
});

test("a flow whose operation has no permit left does not hold up its client's others", async () => {
  const { enter, flows } = gate({ ...LIMITS, permits: 3, permitsPerOperation: 1 });
  void enter("bob", { flow: "bob", operation: "like" });
  void enter("ada", { flow: "flooding", operation: "like" });
  void enter("ada", { flow: "quiet", operation: "feed" });
  await settled();
  expect(flows()).toEqual(["bob", "quiet"]);
});

test("a flow gets no more turns for what it divides into, however many flood", async () => {
  const { enter, flows, admitted } = gate({ ...LIMITS, permits: 1 });
  for (let n = 0; n < 5; n++) void enter("ada", { flow: `stolen/address ${n}` });
  void enter("ada", { flow: "own/home" });
  for (let turn = 0; turn < 3; turn++) {
    await settled();
    admitted[turn]!.leave();
  }
  expect(flows().slice(0, 3)).toContain("own/home");
});

test("what a flow divides into takes turns, so that a flood of one leaves the others theirs", async () => {
  const { enter, flows, admitted } = gate({ ...LIMITS, permits: 1 });
  for (let n = 0; n < 5; n++) void enter("ada", { flow: "key/flooding" });
  void enter("ada", { flow: "key/quiet" });
  for (let turn = 0; turn < 3; turn++) {
    await settled();
    admitted[turn]!.leave();
  }
  expect(flows().slice(0, 3)).toContain("key/quiet");
});

test("in a full queue the widest flow with the most makes room, however finely it is divided", async () => {
  const { enter, refused } = gate({ ...LIMITS, permits: 1, maxWaitingPerClient: 4 });
  for (let n = 0; n < 5; n++) void enter("ada", { flow: `stolen/address ${n}` });
  void enter("ada", { flow: "own/home" });
  await settled();
  expect(refused).toHaveLength(1);
  expect(refused[0]).toMatch(/^stolen/);
});
