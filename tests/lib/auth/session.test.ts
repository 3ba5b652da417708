import { randomUUID } from "node:crypto";
import { encode } from "next-auth/jwt";
import { expect, test } from "vitest";
import { SESSION_COOKIE } from "@/lib/auth/cookie";
import { actorOfRequest } from "@/lib/auth/session";
import { createContext } from "@/lib/domain/kernel/context";
import { register } from "@/lib/domain/accounts/lifecycle/sign-up";
import { beginSession, endSession } from "@/lib/domain/accounts/users/sessions";
import { accountOfCredential } from "@/lib/infra/admission/known-credentials";
import { env } from "@/lib/infra/environment/env";

async function signedIn() {
  const ctx = createContext({ actor: null, channel: "session" });
  const handle = `m_${randomUUID().replaceAll("-", "").slice(0, 12)}`;
  const { id: userId } = await register(ctx, {
    name: "Mel",
    handle,
    email: `${handle}@example.org`,
    password: "a board with five cups",
  });
  const sid = await beginSession(ctx, { userId, userAgent: "", maxAgeSeconds: SESSION_COOKIE.maxAgeSeconds });
  const token = await encode({ token: { sid }, secret: env().authSecret });
  return { handle, userId, token, cookie: `${SESSION_COOKIE.name()}=${token}`, end: () => endSession(ctx, sid) };
}

const whoSends = async (cookie: string) =>
  (await actorOfRequest(new Request("http://pegboard.test/api/me", { headers: { cookie } })))?.handle;

test("finds the session cookie among others, whatever separates them", async () => {
  const { handle, cookie } = await signedIn();
  for (const cookies of [cookie, `theme=dark; ${cookie}`, `theme=dark;${cookie};x=y`])
    expect(await whoSends(cookies)).toBe(handle);
});

test("uses the last of two session cookies, as pages do", async () => {
  const [mel, kim] = [await signedIn(), await signedIn()];
  expect(await whoSends(`${mel.cookie}; ${kim.cookie}`)).toBe(kim.handle);
  expect(await whoSends(`${mel.cookie}; ${SESSION_COOKIE.name()}=`)).toBeUndefined();
});

test("an ended session no longer counts as its former owner, once it fails its lookup", async () => {
  const { userId, token, cookie, end } = await signedIn();
  await whoSends(cookie);
  expect(accountOfCredential(token)).toBe(userId);
  await end();
  expect(await whoSends(cookie)).toBeUndefined();
  expect(accountOfCredential(token)).toBeUndefined();
});
