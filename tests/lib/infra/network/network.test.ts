import { expect, test } from "vitest";
import { networkOf, networksAround } from "@/lib/infra/network/network";

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
