import { afterEach, describe, expect, test, vi } from "vitest";
import { isPublicAddress } from "@/lib/infra/network/public-address";
import { findUrlProblem, findResolvedProblem } from "@/lib/domain/consequences/webhooks/address";
import { env } from "@/lib/infra/environment/env";
import * as names from "@/lib/infra/network/resolve-name";

const allowed = env().webhooks.allowPrivateTargets;
const refusePrivate = () => void (env().webhooks.allowPrivateTargets = false);
const allowPrivate = () => void (env().webhooks.allowPrivateTargets = true);
afterEach(() => {
  env().webhooks.allowPrivateTargets = allowed;
  vi.restoreAllMocks();
});

describe("a destination", () => {
  test.each([
    "https://example.com/hooks",
    "https://example.com:443/",
    "https://example.com:8443/a?b=c#d",
    "https://1.1.1.1/",
    "https://[2606:4700:4700::1111]/",
    "https://localhost.example.com/",
    "https://bücher.example/",
  ])("may be %s", (url) => {
    refusePrivate();
    expect(findUrlProblem(url)).toBeUndefined();
  });

  test.each([
    ["http://example.com/", "https"],
    ["ftp://example.com/", "https"],
    ["javascript:alert(1)", "https"],
    ["https:example.com", "https"],
    ["", "https"],
    ["https://", "address"],
    ["https://exa mple.com/", "address"],
    ["https:\\\\example.com/", "https"],
    ["https://example.com\\@127.0.0.1/", "address"],
    ["https://user:pass@example.com/", "user name"],
    ["https://user@example.com/", "user name"],
    ["https://example.com:80/", "port"],
    ["https://example.com:22/", "port"],
    [`https://example.com/${"a".repeat(2048)}`, "2048"],
  ])("may not be %s", (url, word) => {
    refusePrivate();
    expect(findUrlProblem(url)).toContain(word);
  });

  test.each([
    "localhost",
    "LOCALHOST",
    "localhost.",
    "a.localhost",
    "printer.local",
    "db.internal",
    "metadata.google.internal.",
    "127.0.0.1",
    "127.1",
    "2130706433",
    "0x7f000001",
    "0177.0.0.1",
    "127.0.0.1.",
    "１２７.0.0.1",
    "0",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.0.1",
    "100.64.0.1",
    "169.254.169.254",
    "168.63.129.16",
    "192.0.0.192",
    "198.18.0.1",
    "203.0.113.7",
    "224.0.0.1",
    "255.255.255.255",
    "[::1]",
    "[::]",
    "[::ffff:127.0.0.1]",
    "[::ffff:8.8.8.8]",
    "[::127.0.0.1]",
    "[64:ff9b::7f00:1]",
    "[64:ff9b:1::7f00:1]",
    "[2002:7f00:1::]",
    "[2001::1]",
    "[fc00::1]",
    "[fd00:ec2::254]",
    "[fe80::1]",
    "[fec0::1]",
    "[ff02::1]",
    "[2001:db8::1]",
    "[100::1]",
    "[4000::1]",
  ])("is never on the host %s", (host) => {
    refusePrivate();
    expect(findUrlProblem(`https://${host}/hooks`)).toContain("public internet");
    expect(findUrlProblem(`https://${host}:8443/hooks`)).toContain("public internet");
  });

  test("is rejected if it resolves to a private address, and accepted if it does not resolve", async () => {
    refusePrivate();
    expect(await findResolvedProblem("https://localhost/hooks", "user_a")).toContain("public internet");
    expect(await findResolvedProblem("https://no-such-host-for-pegboard.example/hooks", "user_a")).toBeUndefined();
  });

  test("is resolved two at a time per account, so that one account cannot block the others", async () => {
    refusePrivate();
    let resolve = (_addresses: string[]) => {};
    vi.spyOn(names, "resolveName").mockReturnValue(new Promise((answer) => (resolve = answer)));
    const check = (account: string, count: number) =>
      Array.from({ length: count }, () => findResolvedProblem("https://slow.example/hooks", account));
    const [first, second, third] = check("user_greedy", 3);
    await expect(third).rejects.toMatchObject({
      code: "rate_limited",
      details: { retryAfterSeconds: expect.any(Number) },
    });
    const others = ["user_b", "user_c", "user_d"].flatMap((account) => check(account, 2));
    await expect(findResolvedProblem("https://slow.example/hooks", "user_e")).rejects.toMatchObject({
      code: "unavailable",
    });
    resolve(["1.1.1.1"]);
    expect(await Promise.all([first, second, ...others])).toEqual(Array(8).fill(undefined));
    expect(await Promise.all(check("user_greedy", 2))).toEqual([undefined, undefined]);
  });

  test("may be http and private where the deployment allows it, and must still be well-formed", async () => {
    allowPrivate();
    expect(findUrlProblem("http://127.0.0.1:4567/hooks")).toBeUndefined();
    expect(await findResolvedProblem("http://localhost:4567/hooks", "user_a")).toBeUndefined();
    expect(findUrlProblem("http://user@127.0.0.1:4567/")).toContain("user name");
    expect(findUrlProblem("ftp://127.0.0.1/")).toContain("https");
  });
});

test("text that is not an address is not public", () => {
  expect(isPublicAddress("not an address")).toBe(false);
});
