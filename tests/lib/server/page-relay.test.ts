import { once } from "node:events";
import http, { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { EntryRequest } from "@/lib/server/entry/request-body";
import { relayTo, untilPagesServe } from "@/lib/server/page-relay";
import { compressResponse } from "@/lib/server/response-compression";
import { eventually } from "@/tests/support/eventually";
import { temporaryFolder } from "@/tests/support/temporary-folder";

const running: Server[] = [];
afterEach(() => {
  for (const server of running.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

/** A worker in front of a page process with the given answer. */
async function relayed(answerOfPage?: RequestListener) {
  const socket = path.join(temporaryFolder(), "socket");
  if (answerOfPage) await open(createServer(answerOfPage), socket);
  const relay = relayTo(socket);
  const worker = createServer({ IncomingMessage: EntryRequest }, (request, response) => {
    response.once("close", () => request.discardRest());
    compressResponse(request, response, () => void relay(request, response));
  });
  await open(worker, 0);
  return `http://127.0.0.1:${(worker.address() as AddressInfo).port}`;
}

async function open(server: Server, where: string | number): Promise<void> {
  running.push(server);
  if (typeof where === "string") server.listen(where);
  else server.listen(where, "127.0.0.1");
  await once(server, "listening");
}

test("a worker waits for the first page process to listen", async () => {
  const socket = path.join(temporaryFolder(), "socket");
  const serving = untilPagesServe(socket);
  expect(await Promise.race([serving, new Promise((resolve) => setImmediate(resolve, "waiting"))])).toBe("waiting");
  await open(createServer(), socket);
  await serving;
});

test("a page process gets the request unchanged, and the client its response", async () => {
  const url = await relayed((request, response) => {
    const sent: Buffer[] = [];
    request.on("data", (chunk: Buffer) => sent.push(chunk));
    request.on("end", () => {
      response.setHeader("Set-Cookie", ["a=1", "b=2"]).writeHead(418, { "X-Seen": String(request.headers.host) });
      response.end(`${request.method} ${request.url} ${Buffer.concat(sent).toString()}`);
    });
  });
  const response = await fetch(`${url}/api/auth/signin?a=%20b`, { method: "POST", body: "x=1" });
  expect(response.status).toBe(418);
  expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  expect(response.headers.get("x-seen")).toBe(new URL(url).host);
  expect(await response.text()).toBe("POST /api/auth/signin?a=%20b x=1");
});

test.each([
  ["leaves to scripts", '<html id="__next_error__"></html>'],
  ["shows without the navigation", "<html>Nothing here</html>"],
])("a missing page that Next %s is requested again, for one that has both", async (_how, document) => {
  const url = await relayed((request, response) => {
    const isAskedAgain = request.headers["x-pegboard-missing-page"] === "1";
    response.writeHead(isAskedAgain ? 200 : 404, { "Content-Type": "text/html; charset=utf-8" });
    response.end(isAskedAgain ? `Nothing at ${request.url}` : document);
  });
  const response = await fetch(`${url}/posts/none?a=1`);
  expect([response.status, await response.text()]).toEqual([404, "Nothing at /posts/none?a=1"]);
});

test.each([
  [404, "text/x-component", '0:{"id":"__next_error__"}'],
  [500, "text/html", '<html id="__next_error__"></html>'],
])("an answer with the status %d as %s is passed back as it is: %j", async (status, type, body) => {
  let requests = 0;
  const url = await relayed((_request, response) => {
    requests += 1;
    response.writeHead(status, { "Content-Type": type }).end(body);
  });
  const response = await fetch(url);
  expect([response.status, await response.text(), requests]).toEqual([status, body, 1]);
});

test("a page process gets the client's address only from the worker", async () => {
  const url = await relayed((request, response) => response.end(request.headers["x-pegboard-peer"]));
  const response = await fetch(url, { headers: { "x-pegboard-peer": "relayed 8.8.8.8 -" } });
  expect(await response.text()).toBe("relayed 127.0.0.1");
});

test.each(["identity", "br"])("the rendered part of a page arrives before the rest, in %s", async (encoding) => {
  let finish = () => {};
  const url = await relayed((_request, response) => {
    response.setHeader("Content-Type", "text/html");
    response.write("first");
    finish = () => response.end("last");
  });
  const answer = await fetch(url, { headers: { "Accept-Encoding": encoding } });
  expect(answer.headers.get("content-encoding") ?? "identity").toBe(encoding);
  const reader = answer.body!.getReader();
  expect(new TextDecoder().decode((await reader.read()).value)).toBe("first");
  finish();
  expect(new TextDecoder().decode((await reader.read()).value)).toBe("last");
});

test("an unavailable page process is reported in the requested format", async () => {
  const url = await relayed();
  const page = await fetch(url, { headers: { Accept: "text/html" } });
  expect(page.status).toBe(503);
  expect(page.headers.get("retry-after")).toBe("5");
  expect(await page.text()).toContain("This page can’t be shown just now.");
  const json = await fetch(`${url}/api/auth/csrf`);
  expect(json.status).toBe(503);
  expect(await json.json()).toEqual({ error: "The service can't do this just now. Try again in a few seconds." });
});

test("a page process that ends before answering causes a 503, and while answering closes the connection", async () => {
  const url = await relayed((request, response) => {
    if (request.url === "/later") response.write("half");
    setImmediate(() => request.socket.destroy());
  });
  expect((await fetch(url)).status).toBe(503);
  await expect(fetch(`${url}/later`).then((response) => response.text())).rejects.toThrow();
});

test("a client that disconnects ends the rendering of its page", async () => {
  let left = false;
  const url = await relayed((_request, response) => {
    response.once("close", () => (left = true)).write("first");
  });
  const leaving = new AbortController();
  await fetch(url, { signal: leaving.signal });
  leaving.abort();
  await eventually(() => expect(left).toBe(true));
});

test("a body that is too large is rejected at its limit, and its connection serves the next request", async () => {
  const url = await relayed((request, response) => {
    let bytes = 0;
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > 16 * 1024 && !response.headersSent) response.writeHead(413).end();
    });
    if (request.method === "GET") response.end();
  });
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async (method: string, body?: string) => {
    const request = http.request(`${url}/api/auth/signin`, { method, agent }).end(body);
    const [response] = (await once(request, "response")) as [http.IncomingMessage];
    response.resume();
    await once(response, "close");
    return response.statusCode;
  };
  expect(await ask("POST", "x".repeat(400_000))).toBe(413);
  expect(await ask("GET")).toBe(200);
  agent.destroy();
});
