import net from "node:net";
import { expect, test } from "vitest";
import { BASE_URL } from "@/tests/support/api";

/** Returns the status line of the response to a verbatim request line and headers. */
function ask(
  target: string,
  { method = "GET", headers = [] }: { method?: string; headers?: string[] } = {},
): Promise<string> {
  const { hostname, port, host } = new URL(BASE_URL);
  const head = [
    `${method} ${target} HTTP/1.1`,
    `Host: ${host}`,
    ...(headers.length > 0 ? headers : ["Connection: close"]),
  ];
  return new Promise((resolve, reject) => {
    let said = "";
    const socket = net.connect(Number(port), hostname, () => socket.write(`${head.join("\r\n")}\r\n\r\n`));
    const firstLine = () => said.split("\r\n", 1)[0]!;
    socket.on("data", (chunk) => {
      said += chunk.toString("latin1");
      if (said.includes("\r\n\r\n")) socket.destroy();
    });
    socket.on("close", () => resolve(firstLine())).on("error", reject);
  });
}

test("an absolute URL, as a proxy sends it, is answered like its path", async () => {
  expect(await ask(`${BASE_URL}/login`)).toBe("HTTP/1.1 200 OK");
  expect(await ask(`${BASE_URL}/api/v1/nothing`)).toBe("HTTP/1.1 404 Not Found");
});

test.each(["*", "http://[", "nonsense"])(
  "a malformed target (%s) is rejected, and the server continues",
  async (target) => {
    expect(await ask(target)).toBe("HTTP/1.1 400 Bad Request");
    expect(await ask("/login")).toBe("HTTP/1.1 200 OK");
  },
);

test("a request with two Host headers is rejected, in any case", async () => {
  const headers = ["HOST: example.org", "Connection: close"];
  expect(await ask("/login", { headers })).toBe("HTTP/1.1 400 Bad Request");
});

test.each(["TRACE", "PROPFIND", "QUERY"])("the unsupported method %s is rejected everywhere", async (method) => {
  for (const target of ["/", "/api/v1/me", "/mark.svg"])
    expect(await ask(target, { method })).toBe("HTTP/1.1 405 Method Not Allowed");
});

test.each(["websocket", "h2c"])(
  "a request to upgrade to %s is answered without the upgrade, and its socket does not stay open",
  async (protocol) => {
    const headers = ["Connection: Upgrade", `Upgrade: ${protocol}`];
    await ask("/login");
    expect(await ask("/api/v1/openapi.json", { headers })).toBe("HTTP/1.1 200 OK");
    expect(await ask("/nothing", { headers })).toBe("HTTP/1.1 404 Not Found");
  },
);
