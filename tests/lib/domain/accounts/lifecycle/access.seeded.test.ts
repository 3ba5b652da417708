import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Access } from "@/lib/domain/accounts/lifecycle/access";
import { closeAccount } from "@/lib/domain/accounts/lifecycle/closing";
import { requestEmailChange, undoEmailChange } from "@/lib/domain/accounts/lifecycle/email-change";
import { resetPassword } from "@/lib/domain/accounts/lifecycle/recovery";
import { verifyEmail } from "@/lib/domain/accounts/lifecycle/verification";
import { registerUnownedApp } from "@/lib/domain/accounts/apps/commands";
import { addGrant } from "@/lib/domain/accounts/apps/grants";
import { createContext, inTransaction } from "@/lib/domain/kernel/context";
import { DAY_MS, HOUR_MS } from "@/lib/domain/kernel/durations";
import { beginTotp, confirmTotp } from "@/lib/domain/accounts/factors/totp";
import { linkDiscord } from "@/lib/domain/play/guilds/commands";
import { issueKey } from "@/lib/domain/accounts/keys/commands";
import { changeAccount } from "@/lib/domain/people/moderation/decisions";
import { issueEmailToken, passwordFingerprint } from "@/lib/domain/accounts/users/email-tokens";
import { rememberNetwork } from "@/lib/domain/accounts/users/credentials";
import { beginSession } from "@/lib/domain/accounts/users/sessions";
import { signIn } from "@/lib/domain/accounts/lifecycle/devices";
import { createEndpoint } from "@/lib/domain/consequences/webhooks/commands";
import { database } from "@/lib/infra/database/db";
import { authenticator } from "@/tests/support/authenticator";
import { newcomer, PASSWORD, setUpMail, visitor } from "@/tests/lib/domain/accounts/mail/mail-fixture";
import { attempts, RANDOM } from "@/tests/support/random";

setUpMail();

type Member = Awaited<ReturnType<typeof newcomer>>;
type Added = Exclude<Access, "password" | "links">;

/** How somebody who can act for an account adds each means of access. */
const ADD: Record<Added, (member: Member) => Promise<unknown>> = {
  sessions: ({ id }) => beginSession(visitor, { userId: id, userAgent: "thief", maxAgeSeconds: 3600 }),
  factors: async (member) => {
    const ctx = await actingFor(member);
    const { secret } = await beginTotp(ctx, { name: "The thief's app" });
    await confirmTotp(ctx, { code: authenticator(secret)() });
    await database().prisma.passkey.create({
      data: {
        id: randomUUID(),
        userId: member.id,
        name: "The thief's",
        publicKey: new Uint8Array(8),
        counter: 0,
        createdAt: new Date(),
      },
    });
  },
  devices: ({ id }) =>
    signIn(visitor, { userId: id, deviceId: randomUUID(), userAgent: "thief", maxAgeSeconds: 60, method: "password" }),
  networks: ({ id }) => rememberNetwork({ ...visitor, now: new Date() }, id, "192.0.2.0/24"),
  keys: async (member) => issueKey(await actingFor(member), { name: "k", scopes: ["read:posts"], expiresInDays: null }),
  apps: async (member) => {
    const app = await registerUnownedApp(visitor, { name: "The thief's app", website: null, redirectUris: [] });
    const granted = { userId: member.id, scopes: ["read:posts" as const], audience: "api" as const };
    await inTransaction(visitor, (tx) => addGrant(tx, { ...app, owner: null }, granted));
  },
  endpoints: async (member) => createEndpoint(await actingFor(member), { url: "https://example.com/", events: ["*"] }),
  sandbox: ({ id: userId }) => {
    const now = new Date();
    const times = { startsAt: now, madeAt: now, lastUsedAt: now, createdAt: now };
    return database().prisma.sandbox.create({ data: { id: randomUUID(), userId, secret: "", seed: "", ...times } });
  },
  providers: async (member) => linkDiscord(await actingFor(member), member.id),
};

/** Counts what still works of each. */
const WORKS: Record<Added, (userId: string) => Promise<number>> = {
  sessions: (userId) => database().prisma.session.count({ where: { userId } }),
  factors: async (userId) => {
    const { prisma } = database();
    const counts = [prisma.totpFactor, prisma.passkey, prisma.recoveryCode].map((kind) =>
      (kind as typeof prisma.passkey).count({ where: { userId } }),
    );
    return (await Promise.all(counts)).reduce((sum, count) => sum + count);
  },
  devices: (userId) => database().prisma.signInDevice.count({ where: { userId } }),
  networks: (userId) => database().prisma.signInNetwork.count({ where: { userId } }),
  keys: (userId) => database().prisma.apiKey.count({ where: { userId, revokedAt: null } }),
  apps: (userId) => database().prisma.appGrant.count({ where: { userId } }),
  endpoints: (userId) => database().prisma.webhookEndpoint.count({ where: { userId, enabled: true } }),
  sandbox: (userId) => database().prisma.sandbox.count({ where: { userId } }),
  providers: (userId) => database().prisma.oAuthAccount.count({ where: { userId } }),
};

const EVERYTHING = Object.keys(ADD) as Added[];
const BUT_SESSIONS = EVERYTHING.filter((access) => access !== "sessions");

/** What happens to an account, and which means of access that were added before must not work after it. */
const OCCASIONS: Record<string, { happens(member: Member): Promise<unknown>; ends: Added[] }> = {
  "its address is proved for the first time": {
    happens: async (member) => verifyEmail(visitor, { token: await linkOf(member, "verify_email") }),
    ends: BUT_SESSIONS,
  },
  "it gets a new password by a letter to an address that nobody had proved": {
    happens: async (member) =>
      resetPassword(visitor, { token: await linkOf(member, "reset_password"), password: "five other words" }),
    ends: EVERYTHING,
  },
  "a change of its address is taken back": {
    happens: async (member) => undoEmailChange(visitor, { token: await linkOf(member, "undo_email_change") }),
    ends: EVERYTHING,
  },
  "its owner closes it": {
    happens: async (member) => closeAccount(await actingFor(member), { password: PASSWORD }),
    // Factors and known browsers protect the reopening.
    ends: ["sessions", "networks", "keys", "apps", "endpoints", "providers"],
  },
  "it is suspended": {
    happens: ({ handle }) => changeAccount(visitor, { handle, suspended: true }),
    // All else is rejected during the suspension.
    ends: ["sessions", "endpoints"],
  },
};

const unproved = fc.subarray(EVERYTHING);

test.each(Object.entries(OCCASIONS))(
  "when %s, no access that it should end still works",
  async (_, { happens, ends }) => {
    await fc.assert(
      fc.asyncProperty(unproved, async (added) => {
        const member = await newcomer();
        for (const access of added) await ADD[access](member);
        for (const access of added) expect(await WORKS[access](member.id), `${access} before`).toBeGreaterThan(0);
        await happens(member);
        for (const access of ends) expect(await WORKS[access](member.id), access).toBe(0);
      }),
      { ...RANDOM, numRuns: attempts({ few: 6, many: 60 }), examples: [[EVERYTHING]] },
    );
  },
);

test("verifying a new address in place of an unverified one ends the access that was added before", async () => {
  const member = await newcomer();
  for (const access of EVERYTHING) await ADD[access](member);
  const ctx = await actingFor(member);
  await requestEmailChange(ctx, { email: `new-${member.email}`, password: PASSWORD });
  const { passwordHash } = await member.account();
  const { token } = await issueEmailToken(visitor, "change_email", {
    userId: member.id,
    email: `new-${member.email}`,
    passwordFingerprint: passwordFingerprint(passwordHash),
    lifetimeMs: DAY_MS,
  });
  await verifyEmail(visitor, { token });
  for (const access of BUT_SESSIONS) expect(await WORKS[access](member.id), access).toBe(0);
});

async function actingFor({ account }: Member) {
  return createContext({ actor: await account(), channel: "session" });
}

async function linkOf({ id: userId, email, account }: Member, purpose: Parameters<typeof issueEmailToken>[1]) {
  const { passwordHash } = await account();
  const { token } = await issueEmailToken({ ...visitor, now: new Date() }, purpose, {
    userId,
    email,
    passwordFingerprint: passwordFingerprint(passwordHash),
    lifetimeMs: HOUR_MS,
  });
  return token;
}
