import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { warmUp } from "@/lib/server/warm-up";

test("requests each path, one after the other, and waits for the complete response", async () => {
  const seen: string[] = [];
  const answer = async ({ method, url, headers }: IncomingMessage, response: ServerResponse) => {
    seen.push(`${method} ${url} of ${headers.host} begins`);
    if (!response.write("x".repeat(1_000_000))) await once(response, "drain");
    response.end(() => seen.push(`${url} ends`));
  };
  await warmUp(answer, "here:80", { requests: [{ path: "/" }, { method: "OPTIONS", path: "/api" }] });
  expect(seen).toEqual(["GET / of here:80 begins", "/ ends", "OPTIONS /api of here:80 begins", "/api ends"]);
});

test("continues after a failure, but not beyond its time limit", async () => {
  const seen: (string | undefined)[] = [];
  const answer = ({ url }: IncomingMessage, response: ServerResponse) => {
    seen.push(url);
    if (url === "/broken") response.destroy();
    if (url === "/failing") response.writeHead(500).end();
  };
  await warmUp(answer, "here:80", {
    requests: ["/broken", "/failing", "/endless", "/never"].map((path) => ({ path })),
    maxWaitMs: 200,
  });
  expect(seen).toEqual(["/broken", "/failing", "/endless"]);
});
