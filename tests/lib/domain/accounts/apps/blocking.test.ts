import { beforeEach, expect, test } from "vitest";
import { checkAuthorization } from "@/lib/domain/accounts/apps/authorization";
import { BLOCKED, authenticateApp, findApp, type FoundApp } from "@/lib/domain/accounts/apps/clients";
import { blockApp, listApps, unblockApp } from "@/lib/domain/accounts/apps/blocking";
import { deleteOldApps, registerApp, registerUnownedApp } from "@/lib/domain/accounts/apps/commands";
import { allowDevice, beginDevice, findWaiting } from "@/lib/domain/accounts/apps/devices";
import { listGrantedApps, listOwnApps } from "@/lib/domain/accounts/apps/queries";
import { findAccessToken } from "@/lib/domain/accounts/authentication/queries";
import { UNUSED_APP_RETENTION_MS } from "@/lib/domain/accounts/apps/rules";
import type { AppFilter } from "@/lib/domain/accounts/apps/schema";
import { exchangeCode, refreshTokens } from "@/lib/domain/accounts/apps/tokens";
import { listAllEntries } from "@/lib/domain/accounts/audit-log/queries";
import type { Context } from "@/lib/domain/kernel/context";
import { hashSecret } from "@/lib/domain/kernel/credentials";
import { database } from "@/lib/infra/database/db";
import { newPerson } from "@/tests/support/people";
import { newStaff } from "../../people/moderation/staff";
import { anyone, asks, codeFor, newVerifier, REDIRECT, tokensFor } from "./app-fixture";

const fields = { name: "Mirror", website: null, redirectUris: [REDIRECT] };
const reason = "It posts spam";

let admin: Context;
let owner: Context;
let app: FoundApp;

beforeEach(async () => {
  [admin, owner] = await Promise.all([newStaff("ADMIN", "Adam"), newPerson()]);
  const { id } = await registerApp(owner, { ...fields, confidential: false });
  app = await findApp(anyone(), id);
});

test("a blocked app can do nothing from then on, and works as before once it is unblocked", async () => {
  const person = await newPerson();
  const { access_token: token, refresh_token: refresh } = await tokensFor(person, app);
  const verifier = newVerifier();
  const sent = { code: await codeFor(person, asks(app, verifier)), code_verifier: verifier };
  const device = await beginDevice(anyone(), app, { scope: "read:feed", program: "tool" });
  const typed = { userCode: device.user_code };

  await blockApp(admin, { id: app.id, reason });
  expect(await findAccessToken(hashSecret(token))).toBeUndefined();
  const rejected = { code: "unauthorized_client", message: BLOCKED };
  await expect(authenticateApp(anyone(), { clientId: app.id, secret: undefined })).rejects.toMatchObject(rejected);
  // Authenticated a moment before the block.
  await expect(refreshTokens(anyone(), app, { refresh_token: refresh })).rejects.toMatchObject({
    code: "invalid_grant",
  });
  await expect(exchangeCode(anyone(), app, sent)).rejects.toMatchObject({ code: "invalid_grant" });
  expect(await checkAuthorization(person, asks(app, verifier))).toEqual({ message: BLOCKED });
  const forbidden = { code: "forbidden", message: BLOCKED };
  await expect(findWaiting(person, typed)).rejects.toMatchObject(forbidden);
  await expect(allowDevice(person, typed)).rejects.toMatchObject(forbidden);
  expect((await listGrantedApps(person)).data).toMatchObject([{ name: "Mirror", blocked: true }]);
  expect((await listOwnApps(owner)).data).toMatchObject([{ blocked: { reason } }]);

  await unblockApp(admin, { id: app.id });
  expect(await findAccessToken(hashSecret(token))).toMatchObject({ appId: app.id });
  expect(await refreshTokens(anyone(), app, { refresh_token: refresh })).toMatchObject({ token_type: "Bearer" });
  expect(await exchangeCode(anyone(), app, sent)).toMatchObject({ token_type: "Bearer" });
  expect(await findWaiting(person, typed)).toMatchObject({ name: "Mirror" });
});

test("of concurrent blocks of an app one counts, with an audit entry and a notification to the developer", async () => {
  const other = await newStaff("ADMIN", "Eve");
  await Promise.all([blockApp(admin, { id: app.id, reason }), blockApp(other, { id: app.id, reason })]);
  const notifications = await database().prisma.notification.findMany({ where: { userId: owner.actor.id } });
  expect(notifications).toMatchObject([{ type: "SYSTEM", link: "/settings/developer" }]);
  await unblockApp(admin, { id: app.id });
  await unblockApp(admin, { id: app.id });
  const entries = (action: "app.blocked" | "app.unblocked") =>
    listAllEntries(admin, { person: owner.actor.id, action, limit: 10 });
  expect((await entries("app.blocked")).data).toMatchObject([{ reason }]);
  expect((await entries("app.unblocked")).data).toMatchObject([{ actorId: admin.actor.id, reason: null }]);
});

test("only admins see all apps and can block them", async () => {
  const moderator = await newStaff("MODERATOR");
  const forbidden = { code: "forbidden" };
  for (const ctx of [moderator, owner]) {
    await expect(listApps(ctx, { limit: 1 })).rejects.toMatchObject(forbidden);
    await expect(blockApp(ctx, { id: app.id, reason })).rejects.toMatchObject(forbidden);
    await expect(unblockApp(ctx, { id: app.id })).rejects.toMatchObject(forbidden);
  }
  await expect(blockApp(admin, { id: "none", reason })).rejects.toMatchObject({ code: "not_found" });
});

test("the list of apps is searched by name and client ID, and filtered to blocked ones", async () => {
  const documentUrl = `https://client.example/${app.id}.json`;
  const described = await database().prisma.app.create({
    data: { ...fields, name: "100%_Glass", id: `${app.id}d`, documentUrl, createdAt: new Date() },
  });
  await blockApp(admin, { id: described.id, reason });
  const ids = async (filter: AppFilter) => (await listApps(admin, { ...filter, limit: 50 })).data.map(({ id }) => id);
  expect(await ids({ q: app.id })).toEqual([described.id, app.id]);
  expect(await ids({ q: "CLIENT.example" })).toEqual([described.id]);
  expect(await ids({ q: "100%_glass" })).toEqual([described.id]);
  expect(await ids({ q: "%_%" })).toEqual([]);
  expect(await ids({ blocked: "true" })).toContain(described.id);
  expect(await ids({ blocked: "true" })).not.toContain(app.id);
});

test("a blocked app with a metadata document stays blocked, however long it is unused", async () => {
  const { prisma } = database();
  const unused = await registerUnownedApp(anyone(), fields);
  const documentUrl = `https://client.example/${unused.id}.json`;
  await prisma.app.update({ where: { id: unused.id }, data: { documentUrl } });
  await blockApp(admin, { id: unused.id, reason });
  await deleteOldApps(anyone(new Date(Date.now() + 2 * UNUSED_APP_RETENTION_MS)));
  await expect(findApp(anyone(), documentUrl)).rejects.toMatchObject({ code: "unauthorized_client" });
});
