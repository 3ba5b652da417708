import { expect, test } from "vitest";
import { findApp } from "@/lib/domain/accounts/apps/clients";
import {
  deleteApp,
  deleteEndedGrants,
  deleteOldApps,
  registerApp,
  registerUnownedApp,
  rotateAppSecret,
  updateApp,
} from "@/lib/domain/accounts/apps/commands";
import { checkAuthorization } from "@/lib/domain/accounts/apps/authorization";
import { allowDevice, beginDevice } from "@/lib/domain/accounts/apps/devices";
import { listGrantedApps, listOwnApps } from "@/lib/domain/accounts/apps/queries";
import { findAccessToken } from "@/lib/domain/accounts/authentication/queries";
import { exchangeCode, introspectToken, refreshTokens } from "@/lib/domain/accounts/apps/tokens";
import { closeAccount } from "@/lib/domain/accounts/lifecycle/closing";
import { hashSecret } from "@/lib/domain/kernel/credentials";
import {
  ACCESS_LIFETIME_MS,
  CODE_MEMORY_MS,
  COMMAND_LINE,
  MAX_APPS,
  UNUSED_APP_RETENTION_MS,
} from "@/lib/domain/accounts/apps/rules";
import type { Context, VisitorContext } from "@/lib/domain/kernel/context";
import { deleteExpired } from "@/lib/domain/deployment/retention/commands";
import { database } from "@/lib/infra/database/db";
import { newPerson } from "@/tests/support/people";
import { anyone, asks, codeFor, newApp, newVerifier, REDIRECT, tokensFor } from "./app-fixture";

const fields = { name: "Mirror", website: null, redirectUris: [REDIRECT] };
const hour = 3_600_000;

/** Runs retention twice: apps are deleted once their last tokens and codes are gone. */
async function deleteOld(ctx: VisitorContext): Promise<void> {
  await deleteExpired(ctx);
  await deleteOldApps(ctx);
}

test("an account registers a bounded number of apps, also concurrently", async () => {
  const person = await newPerson();
  const tries = await Promise.allSettled(
    Array.from({ length: MAX_APPS + 5 }, () => registerApp(person, { ...fields, confidential: false })),
  );
  expect(tries.filter(({ status }) => status === "rejected")).toHaveLength(5);
  expect((await listOwnApps(person)).data).toHaveLength(MAX_APPS);
});

test("only its owner can change an app, delete it and rotate its secret", async () => {
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

test("a public client cannot get a secret later", async () => {
  const owner = await newPerson();
  const { id } = await registerApp(owner, { ...fields, confidential: false });
  await expect(rotateAppSecret(owner, { id })).rejects.toMatchObject({ code: "not_found" });
});

test("an app that somebody is authorizing is kept, however old it is", async () => {
  const app = { ...(await registerUnownedApp(anyone(), fields)), owner: null };
  const late = anyone(new Date(Date.now() + UNUSED_APP_RETENTION_MS + hour));
  await beginDevice(late, app, { scope: "read:feed", program: "tool" });
  await deleteOld(late);
  expect(await database().prisma.app.count({ where: { id: app.id } })).toBe(1);
});

test("expired tokens are deleted, and apps that registered themselves and nobody authorized", async () => {
  const { prisma } = database();
  const person = await newPerson();
  const used = await registerUnownedApp(anyone(), fields);
  await tokensFor(person, { ...used, owner: null });
  const unused = await registerUnownedApp(anyone(), fields);
  const { app: owned } = await newApp();
  const commandLine = { id: COMMAND_LINE, ...fields, createdAt: new Date(0) };
  await prisma.app.upsert({ where: { id: COMMAND_LINE }, create: commandLine, update: {} });
  const exists = async (id: string) => (await prisma.app.count({ where: { id } })) === 1;

  await deleteOld(anyone(new Date(Date.now() + ACCESS_LIFETIME_MS + hour)));
  expect(await prisma.appToken.findMany({ where: { grant: { appId: used.id } } })).toMatchObject([{ kind: "refresh" }]);
  expect(await exists(unused.id)).toBe(true);
  await deleteOld(anyone(new Date(Date.now() + UNUSED_APP_RETENTION_MS + hour)));
  expect(await Promise.all([unused.id, used.id, owned.id, COMMAND_LINE].map(exists))).toEqual([
    false,
    true,
    true,
    true,
  ]);
});

test.each([
  ["deleted", deleteApp],
  [
    "ended by closing its developer's account",
    (owner: Context) => closeAccount({ ...owner, session: { id: "", provenAt: owner.now } }, {}),
  ],
])("an app that is %s can do nothing from then on, before any of its rows is deleted", async (_, end) => {
  const [owner, person] = await Promise.all([newPerson(), newPerson()]);
  const { id } = await registerApp(owner, { ...fields, confidential: true });
  const app = await findApp(anyone(), id);
  const { access_token: token, refresh_token: refresh } = await tokensFor(person, app);
  const verifier = newVerifier();
  const code = await codeFor(person, asks(app, verifier));
  const device = await beginDevice(anyone(), app, { scope: "read:feed", program: "tool" });
  expect(await findAccessToken(hashSecret(token))).toMatchObject({ appId: id });

  await end(owner, { id });
  expect(await findAccessToken(hashSecret(token))).toBeUndefined();
  expect(await introspectToken(anyone(), app, { token })).toEqual({ active: false });
  const invalid = { code: "invalid_grant" };
  await expect(refreshTokens(anyone(), app, { refresh_token: refresh })).rejects.toMatchObject(invalid);
  await expect(exchangeCode(anyone(), app, { code, code_verifier: verifier })).rejects.toMatchObject(invalid);
  await expect(allowDevice(person, { userCode: device.user_code })).rejects.toMatchObject({ code: "not_found" });
  expect(await checkAuthorization(person, asks(app, verifier))).toEqual({
    message: `There is no app with the client_id ${id}.`,
  });
  expect((await listGrantedApps(person)).data).toEqual([]);
  expect((await listOwnApps(owner)).data).toEqual([]);
  expect(await database().prisma.appToken.count({ where: { grant: { appId: id } } })).toBe(2);
});

test("an ended app's rows are deleted completely in bounded batches, and no other app's", async () => {
  const { prisma } = database();
  const owner = await newPerson();
  const { id } = await registerApp(owner, { ...fields, confidential: false });
  const app = await findApp(anyone(), id);
  const { app: other } = await newApp();
  const people = await Promise.all(Array.from({ length: 7 }, () => newPerson()));
  for (const person of people) await tokensFor(person, app);
  await tokensFor(people[0]!, other);
  await deleteApp(owner, { id });

  const batch = 3;
  const sizes: number[] = [];
  do sizes.push(await deleteEndedGrants(anyone(), batch));
  while (sizes.at(-1)! > 0);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(2 * batch);
  const rowsOf = async (appId: string) => [
    await prisma.appGrant.count({ where: { appId } }),
    await prisma.appToken.count({ where: { grant: { appId } } }),
  ];
  expect(await rowsOf(id)).toEqual([0, 0]);
  expect(await rowsOf(other.id)).toEqual([1, 2]);

  await deleteOld(anyone(new Date(Date.now() + CODE_MEMORY_MS + hour)));
  expect(await prisma.app.count({ where: { id } })).toBe(0);
  expect(await prisma.app.count({ where: { id: other.id } })).toBe(1);
});
