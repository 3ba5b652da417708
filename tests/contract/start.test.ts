import { expect, test } from "vitest";
import { startServer } from "@/lib/server/server";
import { BASE_URL } from "@/tests/support/api";

test("a second server on the same port exits with a message, and the first continues", async () => {
  const starting = startServer(process.env, new AbortController().signal);
  await expect(starting).rejects.toThrow("(EADDRINUSE)");
  expect((await fetch(new URL("/login", BASE_URL))).status).toBe(200);
});
