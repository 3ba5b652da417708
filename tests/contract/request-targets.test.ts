import net from "node:net";
import { expect, test } from "vitest";
import { BASE_URL } from "@/tests/support/api";

/** The first line of the answer to a request whose target is sent as it is. */
function ask(target: string): Promise<string> {
  const { hostname, port, host } = new URL(BASE_URL);
  return new Promise((resolve, reject) => {
    let said = "";
    const socket = net.connect(Number(port), hostname, () => socket.write(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`));
    socket.on("data", (chunk) => (said += chunk.toString("latin1"))).on("close", () => resolve(said.split("\r\n", 1)[0]!)).on("error", reject);
  });
}

test("an address in full, as a proxy asks, is answered as its path is", async () => {
  expect(await ask(`${BASE_URL}/login`)).toBe("HTTP/1.1 200 OK");
  expect(await ask(`${BASE_URL}/api/v1/nothing`)).toBe("HTTP/1.1 404 Not Found");
});

test.each(["*", "http://[", "nonsense"])("what is no address (%s) is refused, and the server goes on", async (target) => {
  expect(await ask(target)).toBe("HTTP/1.1 400 Bad Request");
  expect(await ask("/login")).toBe("HTTP/1.1 200 OK");
});
