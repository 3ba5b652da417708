import { NextRequest } from "next/server";
import { expect, test, vi } from "vitest";
import { POST } from "@/app/api/auth/[...nextauth]/route";
import { stopClock } from "@/tests/support/stopped-clock";

vi.mock("next-auth", () => ({ default: async () => new Response() }));

stopClock();

const signIn = (...nextauth: string[]) =>
  POST(new NextRequest(`http://pegboard.test/api/auth/${nextauth.join("/")}`, { method: "POST" }), {
    params: Promise.resolve({ nextauth }),
  });

test("one address may try twenty passwords a minute, however it spells the path", async () => {
  for (let call = 0; call < 10; call += 1) {
    expect((await signIn("callback", "credentials")).status).toBe(200);
    expect((await signIn("callback", "credentials", "more")).status).toBe(200);
  }
  for (const path of [
    ["callback", "credentials"],
    ["callback", "credentials", "more"],
  ]) {
    const { status, headers } = await signIn(...path);
    expect(status).toBe(429);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  }
  expect((await signIn("signout")).status).toBe(200);
});
