import { beforeEach, expect, test } from "vitest";
import { signInWithPasskey } from "@/lib/auth/next-step-sign-in";
import { signInWithPassword } from "@/lib/auth/sign-in";
import type { Credential } from "@/lib/domain/accounts/lifecycle/credential";
import { signIn } from "@/lib/domain/accounts/lifecycle/devices";
import { type Context, createContext } from "@/lib/domain/kernel/context";
import { addPasskey, passkeyOptions, removePasskey, signInOptions } from "@/lib/domain/accounts/factors/passkeys";
import { renewRecoveryCodes } from "@/lib/domain/accounts/factors/recovery-codes";
import { confirmTotp } from "@/lib/domain/accounts/factors/totp";
import { linkDiscord, unlinkDiscord } from "@/lib/domain/play/guilds/commands";
import { issueKey } from "@/lib/domain/accounts/keys/commands";
import { changePassword } from "@/lib/domain/accounts/lifecycle/recovery";
import { hashPassword } from "@/lib/domain/accounts/users/password";
import { createEndpoint } from "@/lib/domain/consequences/webhooks/commands";
import { database } from "@/lib/infra/database/db";
import { passkeyDevice } from "@/tests/support/passkey-device";
import { newPerson } from "@/tests/support/people";
import { endAllSessions } from "@/lib/domain/accounts/users/sessions";

const PASSWORD = "four words make one";
const HOME = { network: "192.0.2.1" };
const visitor = createContext({ actor: null, channel: "session" });
let owner: Context;

beforeEach(async () => {
  owner = await newPerson();
  const passwordHash = await hashPassword({}, PASSWORD);
  await database().prisma.user.update({ where: { id: owner.actor.id }, data: { passwordHash } });
});

/** Begins the session of a sign-in whose credential was verified a moment ago. */
const begin = (credential: Credential | undefined) =>
  signIn(visitor, {
    userId: owner.actor.id,
    deviceId: "device",
    userAgent: "",
    maxAgeSeconds: 60,
    method: "credentials",
    credential,
  });
const sessions = () => database().prisma.session.count({ where: { userId: owner.actor.id } });
const changed = { code: "conflict" };

test("a password that is replaced while it is being checked begins no session that survives the change", async () => {
  const checked = await signInWithPassword({ login: owner.actor.handle, password: PASSWORD }, HOME);
  expect(await begin(checked?.credential)).toMatch(/^ses_/);
  await changePassword(owner, { currentPassword: PASSWORD, newPassword: "five other words make two" });
  await expect(begin(checked?.credential)).rejects.toMatchObject(changed);
  expect(await sessions()).toBe(0);
});

test("a passkey that was removed, or a provider’s account that was unlinked, begins no session", async () => {
  const device = passkeyDevice();
  await addPasskey(owner, { name: "Key", response: device.register(await passkeyOptions(owner)) });
  const assertion = JSON.stringify(device.answer(await signInOptions(owner)));
  const checked = await signInWithPasskey({ assertion }, HOME);
  const link = { provider: "discord", providerAccountId: "223456789012345678" };
  await linkDiscord(owner, link.providerAccountId);
  for (const credential of [checked!.credential!, link]) expect(await begin(credential)).toMatch(/^ses_/);
  await removePasskey(owner, { id: device.id });
  await unlinkDiscord(owner);
  for (const credential of [checked!.credential!, link]) await expect(begin(credential)).rejects.toMatchObject(changed);
  expect(await sessions()).toBe(2);
});

test("a change of password that loses a race against the owner’s sets none", async () => {
  const [mine, theirs] = [await begin(undefined), await begin(undefined)].map((id) => ({
    ...owner,
    session: { id, provenAt: owner.now },
  }));
  const change = (ctx: Context | undefined, newPassword: string) =>
    changePassword(ctx!, { currentPassword: PASSWORD, newPassword });
  const outcomes = await Promise.allSettled([
    change(mine, "five other words make two"),
    change(theirs, "a thief’s words"),
  ]);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("an act in progress when its session ends adds no means of access to the account", async () => {
  const id = await begin(undefined);
  const acting = { ...owner, session: { id, provenAt: owner.now } };
  const response = passkeyDevice().register(await passkeyOptions(owner));
  await endAllSessions(owner);
  const acts = [
    () => issueKey(acting, { name: "ci", scopes: ["read:posts"], expiresInDays: null }),
    () => addPasskey(acting, { name: "Key", response }),
    () => confirmTotp(acting, { code: "123456" }),
    () => renewRecoveryCodes(acting),
    () => linkDiscord(acting, "323456789012345678"),
    () => createEndpoint(acting, { url: "https://example.com/hook", events: ["*"] }),
  ];
  for (const act of acts) await expect(act()).rejects.toMatchObject({ code: "signed_out" });
});
