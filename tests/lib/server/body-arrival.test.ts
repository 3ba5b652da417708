import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { waitForBody } from "@/lib/server/body-arrival";

/** Responds with the result of waiting, and how much of the body could be read afterwards. */
const server = http.createServer((request, response) => {
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
