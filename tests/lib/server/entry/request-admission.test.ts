import { randomBytes } from "node:crypto";
import { once } from "node:events";
import http, { type ServerResponse } from "node:http";
import net, { type AddressInfo } from "node:net";
import { afterEach, expect, test, afterAll, beforeAll, vi } from "vitest";
import { encode } from "next-auth/jwt";
import { SESSION_COOKIE } from "@/lib/auth/cookie";
import { newKey } from "@/lib/domain/kernel/credentials";
import { forgetCredential, rememberCredential } from "@/lib/infra/admission/known-credentials";
import { KINDS, requestTurns, waitForBody } from "@/lib/server/entry/request-admission";
import { EntryRequest } from "@/lib/server/entry/request-body";
import { eventually } from "@/tests/support/eventually";

const running: (() => void)[] = [];
afterEach(() => running.splice(0).forEach((stop) => stop()));

/** A server that answers only on request, and the paths of the requests it has begun, in order. */
async function slowServer() {
  const begun: { path: string; response: ServerResponse }[] = [];
  const answer = requestTurns()((request, response) => begun.push({ path: request.url ?? "", response }));
  const server = http.createServer({ IncomingMessage: EntryRequest }, (request, response) => {
    void answer(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const agent = new http.Agent({ maxSockets: Infinity });
  running.push(() => (agent.destroy(), server.closeAllConnections(), server.close()));
  const { port } = server.address() as AddressInfo;
  /** Sends a request's headers without the body that they announce. */
  const send = (
    { method = "GET", path = "/", length = 0, localAddress = "127.0.0.1" },
    credentials: string | http.OutgoingHttpHeaders,
  ) => {
    const sent = typeof credentials === "string" ? { Authorization: `Bearer ${credentials}` } : credentials;
    const headers = { ...sent, "Content-Length": length };
    const request = http.request({ port, host: "127.0.0.1", localAddress, agent, method, path, headers });
    request.on("error", () => undefined).flushHeaders();
    return request;
  };
  const ask = (path: string, credentials: string | http.OutgoingHttpHeaders) => send({ path }, credentials).end();
  return { ask, send, begun, paths: () => begun.map(({ path }) => path) };
}

const keyOf = (account: string) => {
  const key = newKey(randomBytes);
  rememberCredential(key, account);
  return key;
};

test("the keys of one account share one account's permits", async () => {
  const { ask, paths } = await slowServer();
  for (let n = 0; n < 8; n += 1) ask(`/api/v1/feed?${n}`, keyOf("user_with_keys"));
  await eventually(() => expect(paths()).toHaveLength(2));
  ask("/api/v1/me", keyOf("user_beside"));
  await eventually(() => expect(paths()).toContain("/api/v1/me"));
  expect(paths()).toHaveLength(3);
});

const newSession = () => encode({ token: { sid: randomBytes(8).toString("hex") }, secret: "a secret" });

const cookieOf = (...sessions: string[]) => ({
  Cookie: sessions.map((session) => `${SESSION_COOKIE.name()}=${session}`).join("; "),
});

async function sessionOf(account: string) {
  const session = await newSession();
  rememberCredential(session, account);
  return session;
}

/** Floods with the credentials, and expects that only the few permits of unproven requests are taken. */
async function expectUnproven(path: string, credentials: string | http.OutgoingHttpHeaders) {
  const { ask, paths } = await slowServer();
  for (let n = 0; n < 8; n += 1) ask(`${path}?${n}`, credentials);
  await eventually(() => expect(paths()).not.toHaveLength(0));
  ask("/api/v1/me", keyOf("user_beside"));
  await eventually(() => expect(paths()).toContain("/api/v1/me"));
  expect(paths()).toHaveLength(2);
}

test("a flood with a live key leaves its owner's other keys their turns", async () => {
  const { ask, begun, paths } = await slowServer();
  const stolen = keyOf("user_robbed");
  for (let n = 0; n < 140; n += 1) ask(`/api/v1/feed?${n}`, stolen);
  await eventually(() => expect(begun).toHaveLength(2));
  ask("/api/v1/me", keyOf("user_robbed"));
  begun.forEach(({ response }) => response.end());
  await eventually(() => expect(paths()).toContain("/api/v1/me"));
  expect(paths().indexOf("/api/v1/me")).toBeLessThan(20);
});

test("a flood with a live key from one address leaves its owner the key's turns at another", async () => {
  const { ask, send, begun, paths } = await slowServer();
  const stolen = keyOf("user_elsewhere");
  for (let n = 0; n < 140; n += 1) ask(`/api/v1/feed?${n}`, stolen);
  await eventually(() => expect(begun).toHaveLength(2));
  send({ path: "/api/v1/me", localAddress: "127.0.0.2" }, stolen).end();
  begun.forEach(({ response }) => response.end());
  await eventually(() => expect(paths()).toContain("/api/v1/me"));
  expect(paths().indexOf("/api/v1/me")).toBeLessThan(20);
});

test("a flood with a live key from many addresses leaves its owner's other keys their turns", async () => {
  const { ask, send, begun, paths } = await slowServer();
  const stolen = keyOf("user_surrounded");
  for (let n = 0; n < 126; n += 1) send({ path: "/api/v1/feed", localAddress: `127.0.1.${n + 1}` }, stolen).end();
  await eventually(() => expect(begun).toHaveLength(2));
  ask("/api/v1/me", keyOf("user_surrounded"));
  begun.forEach(({ response }) => response.end());
  await eventually(() => expect(paths()).toContain("/api/v1/me"));
  expect(paths().indexOf("/api/v1/me")).toBeLessThan(20);
});

test("whoever is over a quota waits with the next request, and delays nobody else", async () => {
  const { ask, begun, paths } = await slowServer();
  const flooding = keyOf("user_over_quota");
  for (let n = 0; n < 8; n += 1) ask(`/api/v1/feed?${n}`, flooding);
  await eventually(() => expect(begun).toHaveLength(2));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    for (const { response } of begun) response.writeHead(429).end();
    ask("/api/v1/me", keyOf("user_beside"));
    // Waits without eventually(), which would advance the clock.
    while (!paths().includes("/api/v1/me")) await new Promise(setImmediate);
    expect(paths()).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(100);
    while (paths().length < 5) await new Promise(setImmediate);
  } finally {
    vi.useRealTimers();
  }
});

test("a flood with a live key takes no permit from its owner's browser", async () => {
  const { ask, begun, paths } = await slowServer();
  const stolen = keyOf("user_with_browser");
  for (let n = 0; n < 8; n += 1) ask(`/api/v1/feed?${n}`, stolen);
  await eventually(() => expect(begun).toHaveLength(2));
  ask("/api/pulse", cookieOf(await sessionOf("user_with_browser")));
  await eventually(() => expect(paths()).toContain("/api/pulse"));
  expect(paths()).toHaveLength(3);
});

test("a forgotten credential counts by its address, whatever kind it is", async () => {
  const [key, session] = [keyOf("user_revoked"), await sessionOf("user_revoked")];
  for (const credential of [key, session]) forgetCredential(credential);
  await expectUnproven("/api/v1/feed", key);
  await expectUnproven("/api/pulse", cookieOf(session));
  await expectUnproven("/bookmarks", cookieOf(session));
});

test("a request counts by the credential that its route verifies, and by no other that it carries", async () => {
  const [key, session] = [keyOf("user_carried"), await sessionOf("user_carried")];
  const authorization = { Authorization: `Bearer ${key}` };
  await expectUnproven("/api/pulse", { ...authorization, ...cookieOf(await newSession()) });
  await expectUnproven("/bookmarks", { ...authorization, ...cookieOf(await newSession()) });
  await expectUnproven("/bookmarks", cookieOf(session, await newSession()));
  await expectUnproven("/api/v1/feed", { ...cookieOf(session), Authorization: `Bearer ${newKey(randomBytes)}` });
});

test("keys of unknown accounts wait only behind one another", async () => {
  const { ask, paths } = await slowServer();
  for (let n = 0; n < 20; n += 1) ask(`/api/v1/me?guess=${n}`, newKey(randomBytes));
  await eventually(() => expect(paths()).not.toHaveLength(0));
  ask("/api/v1/feed", keyOf("user_known"));
  await eventually(() => expect(paths()).toContain("/api/v1/feed"));
  expect(paths().filter((path) => path.includes("guess")).length).toBeLessThanOrEqual(2);
});

test("many requests for one post leave permits for other requests", async () => {
  const { ask, paths } = await slowServer();
  for (let n = 0; n < 20; n += 1) ask("/api/v1/posts/post_popular", keyOf(`user_${n}`));
  await eventually(() => expect(paths()).toHaveLength(4));
  ask("/api/v1/feed", keyOf("user_reader"));
  await eventually(() => expect(paths()).toContain("/api/v1/feed"));
});

test("many MCP requests leave permits for other requests", async () => {
  const { ask, paths } = await slowServer();
  for (let n = 0; n < 20; n += 1) ask("/mcp?write=true", keyOf(`user_of_a_model_${n}`));
  await eventually(() => expect(paths()).toHaveLength(4));
  ask("/api/v1/feed", keyOf("user_reader"));
  await eventually(() => expect(paths()).toContain("/api/v1/feed"));
});

test("a body that is rejected before it arrives no longer counts as unfinished", async () => {
  const { send, begun } = await slowServer();
  const key = keyOf("user_refused");
  for (let n = 1; n <= 12; n += 1) {
    send({ method: "POST", path: "/api/v1/images", length: 200_000 }, key);
    await eventually(() => expect(begun).toHaveLength(n));
    begun[n - 1]!.response.writeHead(413).end();
  }
});

test("an account may have few unfinished bodies, and they do not delay other accounts", async () => {
  const { send, begun } = await slowServer();
  const unfinished = { method: "POST", path: "/api/v1/images", length: 200_000 };
  const ada = keyOf("user_with_bodies");
  const requests = Array.from({ length: 8 }, () => send(unfinished, ada));
  await eventually(() => expect(begun).toHaveLength(8));
  const [refused] = (await once(send(unfinished, ada), "response")) as [http.IncomingMessage];
  expect(refused.statusCode).toBe(503);
  send({ ...unfinished, path: "/api/v1/images?beside" }, keyOf("user_with_one_body"));
  await eventually(() => expect(begun.at(-1)?.path).toBe("/api/v1/images?beside"));
  requests[0]!.destroy();
  await eventually(() => expect(begun[0]!.response.closed).toBe(true));
  send(unfinished, ada);
  await eventually(() => expect(begun).toHaveLength(10));
});

test("unfinished bodies of one key leave its owner's other credentials their own", async () => {
  const { send, begun } = await slowServer();
  const unfinished = { method: "POST", path: "/api/v1/images", length: 200_000 };
  const stolen = keyOf("user_with_two_keys");
  for (let n = 0; n < 8; n += 1) send(unfinished, stolen);
  await eventually(() => expect(begun).toHaveLength(8));
  send({ ...unfinished, path: "/api/v1/images?other" }, keyOf("user_with_two_keys"));
  await eventually(() => expect(begun.at(-1)?.path).toBe("/api/v1/images?other"));
});

test.each(Object.entries(KINDS))("for %s, one client's share is far below the total", (_kind, options) => {
  const { permits, permitsPerClient, maxWaiting, maxWaitingPerClient } = options;
  expect(maxWaitingPerClient * 16).toBeLessThanOrEqual(maxWaiting);
  expect(permitsPerClient).toBeLessThan(permits === 1 ? 2 : permits);
});

/** Responds with the result of waiting, and how much of the body could be read afterwards. */
const server = http.createServer({ IncomingMessage: EntryRequest }, (request, response) => {
  void Promise.resolve(waitForBody(request, response)).then(async (outcome) => {
    if (outcome === "unfinished") return response.end(outcome);
    let bytes = 0;
    for await (const chunk of request) bytes += (chunk as Buffer).length;
    response.end(`${outcome} ${bytes}`);
  });
});

beforeAll(() => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve)));
afterAll(() => void server.close());

const head = (...headers: string[]) => ["POST / HTTP/1.1", "Host: localhost", ...headers, "", ""].join("\r\n");

/** Sends the parts one after the other, and returns the response. */
function answerTo(...parts: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    const socket = net.connect((server.address() as AddressInfo).port, "127.0.0.1", () => {
      parts.forEach((part, index) => setTimeout(() => socket.write(part), index * 30));
    });
    socket.on("data", (chunk) => {
      said += chunk.toString();
      const answer = /(?:arrived \d+|unfinished)/.exec(said)?.[0];
      if (!answer) return;
      socket.destroy();
      resolve(answer);
    });
    socket.on("error", reject);
  });
}

test("a request without a body, or with all of it, has arrived, and its body can still be read", async () => {
  expect(await answerTo(head("Connection: close"))).toBe("arrived 0");
  expect(await answerTo(head("Content-Length: 5") + "hello")).toBe("arrived 5");
});

test("waits for a body that arrives in pieces", async () => {
  expect(await answerTo(head("Content-Length: 10"), "hello", "world")).toBe("arrived 10");
  expect(await answerTo(head("Transfer-Encoding: chunked"), "5\r\nhello\r\n", "0\r\n\r\n")).toBe("arrived 5");
});

test("does not wait for a body that is announced or sent larger than Node buffers unread", async () => {
  expect(await answerTo(head("Content-Length: 1000000"))).toBe("unfinished");
  expect(await answerTo(head("Transfer-Encoding: chunked"), `40000\r\n${"x".repeat(0x40000)}\r\n`)).toBe("unfinished");
});
