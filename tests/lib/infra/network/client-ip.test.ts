import http from "node:http";
import type { AddressInfo } from "node:net";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  clientIp,
  clientIpOf,
  networkOf,
  networksAround,
  stampPeers,
  trustedHost,
} from "@/lib/infra/network/client-ip";
import { setVariables } from "@/tests/support/variables";

beforeAll(stampPeers);
beforeEach(() => setVariables({}));

describe("the client's address", () => {
  test("is the socket's address, whatever the client sends", async () => {
    const forged = { "x-forwarded-for": "9.9.9.9", "x-real-ip": "9.9.9.9", "x-pegboard-peer": "guess 9.9.9.9" };
    expect(await seenBy("127.0.0.1", forged)).toBe("127.0.0.1");
    expect(await seenBy("::1", forged)).toBe("0:0:0:0::/64");
    expect(await seenBy("127.0.0.1", forged, clientIpOf)).toBe("127.0.0.1");
  });

  test("cannot be forged with another process's stamp", () => {
    expect(
      clientIp(new Request("http://localhost", { headers: { "x-pegboard-peer": `${"0".repeat(48)} 9.9.9.9` } })),
    ).toBe("unknown");
  });

  test.each([
    ["1", "6.6.6.6, 1.2.3.4", "1.2.3.4"],
    ["2", "6.6.6.6, 1.2.3.4, 10.0.0.1", "1.2.3.4"],
    ["3", "1.2.3.4", "1.2.3.4"],
    ["1", "1.2.3.4:5678", "1.2.3.4"],
    ["1", "::ffff:1.2.3.4", "1.2.3.4"],
    ["1", "2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"],
    ["1", "[2001:db8:1:2::7]:443", "2001:db8:1:2::/64"],
    ["1", "not an address", "127.0.0.1"],
  ])("behind %s proxies with X-Forwarded-For %j is %s", async (proxies, forwarded, address) => {
    setVariables({ TRUSTED_PROXIES: proxies });
    expect(await seenBy("127.0.0.1", { "x-forwarded-for": forwarded })).toBe(address);
    expect(await seenBy("127.0.0.1", { "x-forwarded-for": forwarded }, clientIpOf)).toBe(address);
  });

  test("is the platform's header on Vercel", async () => {
    setVariables({
      VERCEL: "1",
      REDIS_URL: "redis://localhost",
      CRON_SECRET: "of-this-test-alone",
      S3_ENDPOINT: "http://localhost",
      S3_BUCKET: "b",
      S3_ACCESS_KEY_ID: "i",
      S3_SECRET_ACCESS_KEY: "s",
    });
    expect(await seenBy("127.0.0.1", { "x-vercel-forwarded-for": "1.2.3.4", "x-forwarded-for": "9.9.9.9" })).toBe(
      "1.2.3.4",
    );
  });
});

describe("the host", () => {
  test("is the Host header, unless a trusted proxy forwards another", () => {
    const headers = { host: "Pegboard.example:8080", "x-forwarded-host": "evil.example" };
    expect(trustedHost({ headers: new Headers(headers) })).toBe("pegboard.example:8080");
    setVariables({ TRUSTED_PROXIES: "1" });
    const forwarded = { ...headers, "x-forwarded-host": "seen.example" };
    expect(trustedHost({ headers: new Headers(forwarded) })).toBe("seen.example");
  });
});

const stampedIp = ({ headers }: http.IncomingMessage) =>
  clientIp({ headers: new Headers(headers as Record<string, string>) });

/** Sends a real request through a real server, which responds with the address that limits would count. */
async function seenBy(host: string, headers: Record<string, string>, counted = stampedIp): Promise<string> {
  const server = http.createServer((request, response) => response.end(counted(request)));
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://${host.includes(":") ? `[${host}]` : host}:${port}`, { headers });
  const text = await answer.text();
  server.close();
  return text;
}

test("a client is an IPv4 address, or an IPv6 /64", () => {
  expect(networkOf("::ffff:192.0.2.1")).toBe(networkOf("192.0.2.1"));
  expect(networkOf("2001:db8::1")).toBe("2001:db8:0:0::/64");
  expect(networkOf("2001:db8::ffff:1")).toBe(networkOf("2001:db8::1"));
  expect(networkOf("2001:db8:0:1::1")).not.toBe(networkOf("2001:db8::1"));
  expect(networkOf("somewhere")).toBeUndefined();
});

test("an IPv6 client also counts for its /56 and /48, with higher bounds; any other subject only for itself", () => {
  expect(networksAround("2001:db8:1:abcd::/64")).toEqual([
    { name: "2001:db8:1:abcd::/64", times: 1 },
    { name: "2001:db8:1:ab00::/56", times: 4 },
    { name: "2001:db8:1::/48", times: 8 },
  ]);
  for (const subject of ["192.0.2.1", "user_0VbPn1", "unknown", "ada 2001:db8:1:2::/64"])
    expect(networksAround(subject)).toEqual([{ name: subject, times: 1 }]);
});
