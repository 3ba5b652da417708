import { expect, test, vi } from "vitest";
import { answerMessage } from "@/lib/mcp/protocol";
import { serveMcp } from "@/lib/mcp/serve-mcp";
import { mountContext, newCaller } from "@/tests/lib/http/pipeline/caller";
import { stopClock } from "@/tests/support/stopped-clock";
import { useVariables } from "@/tests/support/variables";

vi.mock("@/lib/mcp/protocol", { spy: true });
useVariables({ RATE_LIMIT_V1_FREE: "2/60" });
stopClock();

const { POST } = serveMcp();

async function statusOf(key: string, method: string): Promise<number> {
  const request = new Request("http://localhost:3000/mcp", {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, host: "localhost:3000", "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method }),
  });
  return (await POST(request, mountContext(request))).status;
}

test.each(["tools/list", "initialize", "ping", "no/such/method"])(
  "a key whose quota is spent gets a 429 for %s without the work",
  async (method) => {
    const { key } = await newCaller();
    for (let n = 0; n < 2; n += 1) expect(await statusOf(key, "ping")).toBe(200);
    vi.mocked(answerMessage).mockClear();
    expect(await statusOf(key, method)).toBe(429);
    expect(answerMessage).not.toHaveBeenCalled();
  },
);
