import { expect, test } from "vitest";
import { findApp } from "@/lib/domain/apps/clients";
import {
  deleteApp,
  deleteOldAppRows,
  registerApp,
  registerUnownedApp,
  rotateAppSecret,
  updateApp,
} from "@/lib/domain/apps/commands";
import { beginDevice } from "@/lib/domain/apps/devices";
import { listOwnApps } from "@/lib/domain/apps/queries";
import { ACCESS_LIFETIME_MS, COMMAND_LINE, MAX_APPS, UNUSED_APP_RETENTION_MS } from "@/lib/domain/apps/rules";
import { database } from "@/lib/infra/database/db";
import { newPerson } from "@/tests/support/people";
import { anyone, newApp, REDIRECT, tokensFor } from "./app-fixture";

const fields = { name: "Mirror", website: null, redirectUris: [REDIRECT] };
const hour = 3_600_000;

test("an account registers a bounded number of apps, however many it tries at once", async () => {
  const person = await newPerson();
  const tries = await Promise.allSettled(
    Array.from({ length: MAX_APPS + 5 }, () => registerApp(person, { ...fields, confidential: false })),
  );
  expect(tries.filter(({ status }) => status === "rejected")).toHaveLength(5);
  expect((await listOwnApps(person)).data).toHaveLength(MAX_APPS);
});

test("an app is changed, deleted and given a secret by its owner alone", async () => {
  const [owner, other] = await Promise.all([newPerson(), newPerson()]);
  const { id } = await registerApp(owner, { ...fields, confidential: true });
  const missing = { code: "not_found" };
  await expect(updateApp(other, { id, name: "Mine" })).rejects.toMatchObject(missing);
  await expect(rotateAppSecret(other, { id })).rejects.toMatchObject(missing);
  await expect(deleteApp(other, { id })).rejects.toMatchObject(missing);
  expect(await updateApp(owner, { id, name: "Glass" })).toMatchObject({ name: "Glass", redirectUris: [REDIRECT] });
  await deleteApp(owner, { id });
  await expect(findApp(anyone(), id)).rejects.toMatchObject({ code: "invalid_client" });
});

test("an app that keeps no secret gets none later", async () => {
  const owner = await newPerson();
  const { id } = await registerApp(owner, { ...fields, confidential: false });
  await expect(rotateAppSecret(owner, { id })).rejects.toMatchObject({ code: "not_found" });
});

test("an app that somebody is just allowing stays, however old it is", async () => {
  const app = { ...(await registerUnownedApp(anyone(), fields)), owner: null };
  const late = anyone(new Date(Date.now() + UNUSED_APP_RETENTION_MS + hour));
  await beginDevice(late, app, { scope: "read:feed", program: "tool" });
  await deleteOldAppRows(late);
  expect(await database().prisma.app.count({ where: { id: app.id } })).toBe(1);
});

test("what is over goes: tokens, and apps that registered themselves and nobody allowed", async () => {
  const { prisma } = database();
  const person = await newPerson();
  const used = await registerUnownedApp(anyone(), fields);
  await tokensFor(person, { ...used, owner: null });
  const unused = await registerUnownedApp(anyone(), fields);
  const { app: owned } = await newApp();
  const commandLine = { id: COMMAND_LINE, ...fields, createdAt: new Date(0) };
  await prisma.app.upsert({ where: { id: COMMAND_LINE }, create: commandLine, update: {} });
  const exists = async (id: string) => (await prisma.app.count({ where: { id } })) === 1;

  await deleteOldAppRows(anyone(new Date(Date.now() + ACCESS_LIFETIME_MS + hour)));
  expect(await prisma.appToken.findMany({ where: { grant: { appId: used.id } } })).toMatchObject([{ kind: "refresh" }]);
  expect(await exists(unused.id)).toBe(true);
  await deleteOldAppRows(anyone(new Date(Date.now() + UNUSED_APP_RETENTION_MS + hour)));
  expect(await Promise.all([unused.id, used.id, owned.id, COMMAND_LINE].map(exists))).toEqual([
    false,
    true,
    true,
    true,
  ]);
});
