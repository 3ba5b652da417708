import net from "node:net";
import { expect, test } from "vitest";
import { newAccount } from "@/tests/support/api-accounts";
import { BASE_URL } from "@/tests/support/api";

/** Returns the statuses of the responses on one connection, on which everything is sent at once. */
function statuses(...sent: (string | Buffer)[]): Promise<string[]> {
  const { hostname, port } = new URL(BASE_URL);
  return new Promise((resolve, reject) => {
    let said = "";
    const socket = net.connect(Number(port), hostname, () => sent.forEach((part) => socket.write(part)));
    socket.on("data", (chunk) => (said += chunk.toString("latin1")));
    socket
      .on("close", () => resolve([...said.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => status!)))
      .on("error", reject);
  });
}

const FORM = Buffer.concat([
  Buffer.from('--x\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n'),
  Buffer.alloc(8 * 1024 * 1024),
  Buffer.from("\r\n--x--\r\n"),
]);
const CHUNK = Buffer.concat([Buffer.from("100000\r\n"), Buffer.alloc(1024 * 1024, " "), Buffer.from("\r\n")]);

test.each([
  [
    "an image",
    "POST /api/v1/images",
    ["Content-Type: multipart/form-data; boundary=x", `Content-Length: ${FORM.length}`],
    [FORM],
  ],
  [
    "a body of unsaid length",
    "POST /api/v1/posts",
    ["Content-Type: application/json", "Transfer-Encoding: chunked"],
    [CHUNK, CHUNK, CHUNK, "0\r\n\r\n"],
  ],
])("a connection on which %s was rejected midway carries the next request", async (_what, first, headers, body) => {
  const { key } = await newAccount();
  const { host } = new URL(BASE_URL);
  const head = (line: string, more: string[]) =>
    [`${line} HTTP/1.1`, `Host: ${host}`, `Authorization: Bearer ${key}`, ...more, "", ""].join("\r\n");
  expect(await statuses(head(first, headers), ...body, head("GET /api/v1/me", ["Connection: close"]))).toEqual([
    "413",
    "200",
  ]);
});

test("pipelined requests are answered in order", async () => {
  const { host } = new URL(BASE_URL);
  const ask = (path: string, ...headers: string[]) =>
    [`GET ${path} HTTP/1.1`, `Host: ${host}`, ...headers, "", ""].join("\r\n");
  expect(
    await statuses(
      ask("/login") + ask("/api/v1/nothing") + ask("/api/v1/openapi.json") + ask("/api/v1/me", "Connection: close"),
    ),
  ).toEqual(["200", "404", "200", "401"]);
});
