import { expect, test } from "vitest";
import { getPushSubscription } from "@/lib/domain/consequences/push/queries";
import type { Context } from "@/lib/domain/kernel/context";
import { database } from "@/lib/infra/database/db";
import { env } from "@/lib/infra/environment/env";
import { callRoute } from "@/tests/app/api/call-route";
import { newBrowser } from "@/tests/lib/domain/consequences/push/push-service";
import { usePush } from "@/tests/lib/domain/consequences/push/fixture";
import { newPerson } from "@/tests/support/people";
import { sessionCookieOf } from "@/tests/support/session-cookie";

usePush();

const PUT = "PUT /api/push/subscription";
const DELETE = "DELETE /api/push/subscription";
const subscription = () => newBrowser("http://127.0.0.1:4199/").subscription;

/** Signs a person in, and returns their cookie and the context of that session. */
async function newSession(): Promise<{ headers: { Cookie: string }; ctx: Context }> {
  const person = await newPerson();
  const headers = { Cookie: await sessionCookieOf(person) };
  const { id } = await database().prisma.session.findFirstOrThrow({ where: { userId: person.actor.id } });
  return { headers, ctx: { ...person, session: { id, provenAt: person.now } } };
}

test("a browser subscribes and unsubscribes for its own session alone", async () => {
  const [ada, ben] = [await newSession(), await newSession()];
  for (const { headers } of [ada, ben])
    expect(await callRoute(PUT, { headers, json: subscription() })).toMatchObject({
      status: 200,
      body: { showsPrivate: false },
    });
  expect(
    (await callRoute(PUT, { headers: ada.headers, json: { ...subscription(), shows_private: true } })).body,
  ).toEqual({
    showsPrivate: true,
  });
  for (let time = 0; time < 2; time += 1) expect((await callRoute(DELETE, { headers: ada.headers })).status).toBe(204);
  expect(await getPushSubscription(ada.ctx)).toBeNull();
  expect(await getPushSubscription(ben.ctx)).toEqual({ showsPrivate: false });
});

test("a bad subscription is refused with an error for every field, and a visitor's at all", async () => {
  const { headers, ctx } = await newSession();
  const json = { endpoint: "ftp://push.example", keys: { p256dh: "p", auth: 1 }, shows_private: "yes", more: true };
  const { status, body } = await callRoute(PUT, { headers, json });
  expect(status).toBe(400);
  for (const field of ["endpoint", "keys.p256dh", "keys.auth", "shows_private", "more"])
    expect(JSON.stringify(body)).toContain(field);
  expect((await callRoute(PUT, { json: subscription() })).status).toBe(401);
  expect(await getPushSubscription(ctx)).toBeNull();
});

test("the paths do not exist where the deployment pushes nothing", async () => {
  const { headers } = await newSession();
  const key = env().vapidPrivateKey;
  env().vapidPrivateKey = undefined;
  const answers = await Promise.all([
    callRoute(PUT, { headers, json: subscription() }),
    callRoute(DELETE, { headers }),
  ]).finally(() => (env().vapidPrivateKey = key));
  expect(answers.map(({ status }) => status)).toEqual([404, 404]);
});
