import { afterEach, beforeAll } from "vitest";
import webPush from "web-push";
import { beginSession } from "@/lib/domain/accounts/users/sessions";
import { subscribe } from "@/lib/domain/consequences/push/commands";
import type { Context } from "@/lib/domain/kernel/context";
import { database } from "@/lib/infra/database/db";
import { PushWorker } from "@/lib/queue/push-worker";
import { newPerson } from "@/tests/support/people";
import { setVariables } from "@/tests/support/variables";
import { newBrowser, startPushService, type TestBrowser } from "./push-service";

/** For a file's tests: a deployment that pushes, also to loopback, and nothing left to push after each test. */
export function usePush() {
  const cleanups: (() => unknown)[] = [];
  beforeAll(() =>
    setVariables({
      VAPID_PRIVATE_KEY: webPush.generateVAPIDKeys().privateKey,
      WEBHOOK_ALLOW_PRIVATE_TARGETS: "1",
      NEXTAUTH_URL: "https://pegboard.example",
    }),
  );
  afterEach(async () => {
    for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp();
    await database().prisma.push.deleteMany();
    await database().prisma.pushSubscription.deleteMany();
  });

  return {
    async service(...behaviour: Parameters<typeof startPushService>) {
      const service = await startPushService(...behaviour);
      cleanups.push(service.stop);
      return service;
    },
    worker() {
      const worker = new PushWorker();
      cleanups.push(() => worker.stop());
      return worker;
    },
  };
}

/** The same person in a browser that is signed in. */
export async function signIn(person: Context): Promise<Context> {
  const id = await beginSession(person, { userId: person.actor.id, userAgent: "Firefox", maxAgeSeconds: 3600 });
  return { ...person, session: { id, provenAt: person.now } };
}

/** Signs a person in with a new browser, which is subscribed. */
export async function onDevice(
  person: Context,
  { url }: { url: string },
  { showsPrivate }: { showsPrivate?: boolean } = {},
): Promise<{ ctx: Context; browser: TestBrowser }> {
  const [ctx, browser] = [await signIn(person), newBrowser(url)];
  await subscribe(ctx, { ...browser.subscription, shows_private: showsPrivate });
  return { ctx, browser };
}

export async function newDevice(service: { url: string }): Promise<{ ctx: Context; browser: TestBrowser }> {
  return onDevice(await newPerson(), service);
}

/** Sends what is due. */
export async function pushDue(): Promise<void> {
  const worker = new PushWorker();
  worker.notify();
  await worker.waitUntilIdle();
}

/** Lets time pass for what waits to be pushed. */
export const passTime = (ms: number) => database().prisma.$executeRaw`
  UPDATE "Push" SET "dueAt" = "dueAt" - ${ms} * interval '1 millisecond'`;

export const waiting = () => database().prisma.push.findMany();
export const subscriptions = (...people: Context[]) =>
  database().prisma.pushSubscription.count({ where: { userId: { in: people.map(({ actor }) => actor.id) } } });
