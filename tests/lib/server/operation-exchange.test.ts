import http, { createServer, type Server } from "node:http";
import net, { type AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Handler, handlersFor } from "@/lib/http/handlers";
import { readJson } from "@/lib/http/body/json-body";
import { log } from "@/lib/infra/log/log";
import { EntryRequest } from "@/lib/server/entry/request-body";
import { OperationExchange, BackgroundJobs } from "@/lib/server/operation-exchange";
import { eventually } from "@/tests/support/eventually";

const backgroundJobs = new BackgroundJobs();
/** What the handlers below received, and the state of what they started. */
const seen = { signals: [] as AbortSignal[], jobs: [] as string[], cancelled: 0 };
/** Lets the job after a response finish. */
let finishJob: () => void;

const text = (body: BodyInit | null, status = 200) => new Response(body, { status });
const undeclared: Handler = async () => text("undeclared", 405);
const declared = (handlers: { GET?: Handler; POST?: Handler }) =>
  handlersFor({ declared: handlers, options: undeclared, undeclared });

const routes = [
  {
    path: "/api/v1/things/{id}",
    handlers: declared({
      GET: async (_request, { params, clientIp }) => Response.json({ params, clientIp }),
      POST: async (request) => readJson(request).then(Response.json, () => text("too large", 413)),
    }),
  },
  {
    path: "/api/slow",
    handlers: declared({
      GET: (request) => {
        seen.signals.push(request.signal);
        return new Promise((resolve) => request.signal.addEventListener("abort", () => resolve(text(null))));
      },
    }),
  },
  {
    path: "/api/endless",
    handlers: declared({
      GET: async () =>
        text(
          new ReadableStream({
            pull: (controller) => controller.enqueue(new Uint8Array(10_000)),
            cancel: () => void (seen.cancelled += 1),
          }),
        ),
    }),
  },
  {
    path: "/api/late",
    handlers: declared({
      GET: async (_request, { waitUntil }) => {
        waitUntil(async () => {
          seen.jobs.push("begun");
          await new Promise<void>((resolve) => (finishJob = resolve));
          seen.jobs.push("done");
        });
        return text("sent");
      },
    }),
  },
  { path: "/api/broken", handlers: declared({ GET: () => Promise.reject(new Error("broken")) }) },
];

let server: Server;
let origin: string;
beforeAll(async () => {
  const operations = new OperationExchange(routes, { backgroundJobs });
  server = createServer({ IncomingMessage: EntryRequest }, (request, response) => {
    response.once("close", () => request.discardRest());
    const found = operations.find((request.url ?? "").split("?", 1)[0] ?? "");
    if (found) void operations.answer(request, response, found);
    else response.end("Next");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

test("gives a handler its path's parameters, decoded, and leaves other paths to Next", async () => {
  expect(await (await fetch(`${origin}/api/v1/things/a%2Fb%20%C3%A9?x=1`)).json()).toMatchObject({
    params: { id: "a/b é" },
  });
  for (const path of ["/", "/api/v1/things", "/api/v1/things/a/b", "/login"])
    expect(await (await fetch(origin + path)).text()).toBe("Next");
});

test("sends the headers that every response of the API has", async () => {
  const { headers, statusText } = await fetch(`${origin}/api/v1/things/1`);
  expect(statusText).toBe("OK");
  expect(Object.fromEntries(headers)).toMatchObject({
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  });
  expect((await fetch(`${origin}/api/late`)).headers.has("content-security-policy")).toBe(false);
  await eventually(() => finishJob());
  await backgroundJobs.settled();
});

test.each(["GET", "POST"])("never waits for a body that a %s's handler did not read to its end", async (method) => {
  const socket = net.connect((server.address() as AddressInfo).port, "127.0.0.1");
  const answers: string[] = [];
  socket.setEncoding("utf8").on("data", (chunk: string) => answers.push(chunk));
  const type = "Content-Type: application/json";
  socket.write(`${method} /api/v1/things/1 HTTP/1.1\r\nHost: x\r\n${type}\r\nContent-Length: 300000\r\n\r\n`);
  await eventually(() => expect(answers.join("")).toContain(method === "GET" ? "HTTP/1.1 200" : "HTTP/1.1 413"));
  // The connection serves the next request once the rest of the body has arrived.
  socket.write(`${" ".repeat(300_000)}GET /api/none HTTP/1.1\r\nHost: x\r\n\r\n`);
  await eventually(() => expect(answers.join("")).toMatch(/Next$/m));
  socket.destroy();
});

test("aborts a request's signal and cancels its stream when its client disconnects", async () => {
  for (const path of ["/api/slow", "/api/endless"]) {
    const request = http.get(origin + path).on("error", () => undefined);
    if (path === "/api/slow") await eventually(() => expect(seen.signals).toHaveLength(1));
    else await new Promise((resolve) => request.once("response", resolve));
    request.destroy();
  }
  await eventually(() => expect([seen.signals[0]?.aborted, seen.cancelled]).toEqual([true, 1]));
});

test("runs jobs after the response, and knows when they have settled", async () => {
  seen.jobs.length = 0;
  expect(await (await fetch(`${origin}/api/late`)).text()).toBe("sent");
  await eventually(() => expect(seen.jobs).toEqual(["begun"]));
  const settled = backgroundJobs.settled().then(() => seen.jobs.push("settled"));
  finishJob();
  await settled;
  expect(seen.jobs).toEqual(["begun", "done", "settled"]);
});

test("waits for the end of a response once, however many jobs it has", async () => {
  const jobs = new BackgroundJobs();
  const response = new http.ServerResponse(new http.IncomingMessage(new net.Socket()));
  const done: number[] = [];
  for (let number = 0; number < 30; number += 1) jobs.add(response, () => Promise.resolve(done.push(number)));
  expect(response.listenerCount("close")).toBe(1);
  response.emit("close");
  await jobs.settled();
  expect(done).toHaveLength(30);
});

test("answers 500 when a handler fails, and logs why", async () => {
  const said = vi.spyOn(log, "error").mockImplementation(() => undefined);
  expect((await fetch(`${origin}/api/broken`)).status).toBe(500);
  expect(said.mock.calls[0]?.[1]).toMatchObject({ method: "GET", path: "/api/broken" });
  said.mockRestore();
});
