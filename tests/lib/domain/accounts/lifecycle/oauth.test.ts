import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { accountOfOAuth } from "@/lib/domain/accounts/lifecycle/oauth";
import { listOwnEntries } from "@/lib/domain/accounts/audit-log/queries";
import { actAs, createContext } from "@/lib/domain/kernel/context";
import { changeSignUpLimits } from "@/lib/domain/deployment/site/sign-up";
import { database } from "@/lib/infra/database/db";
import { newStaff } from "@/tests/lib/domain/people/moderation/staff";

const from = (clientIp: string) => createContext({ actor: null, channel: "session", clientIp });
const newcomer = () => ({ provider: "github", providerAccountId: randomUUID() });
const forbidden = { code: "forbidden" };

test("the limits of sign-up apply to new people from a provider, not to those who have an account", async () => {
  const [here, member] = [from("192.0.2.7"), newcomer()];
  const id = await accountOfOAuth(here, member, { name: "Mel", email: "mel@spam.example" });
  await changeSignUpLimits(await newStaff("ADMIN"), { networks: ["192.0.2.0/24"], mailDomains: ["spam.example"] });
  await expect(accountOfOAuth(here, newcomer(), { name: "Kim" })).rejects.toMatchObject(forbidden);
  const elsewhere = from("198.51.100.1");
  const spam = { name: "Kim", email: "kim@mx.spam.example" };
  await expect(accountOfOAuth(elsewhere, newcomer(), spam)).rejects.toMatchObject(forbidden);
  expect(await accountOfOAuth(here, member, { name: "Mel", email: "mel@spam.example" })).toBe(id);
  for (const email of [null, undefined, "kim@example.com"])
    expect(await accountOfOAuth(elsewhere, newcomer(), { name: "Kim", email })).toMatch(/^user_/);
});

test("the creation of an account through a provider is in the audit log", async () => {
  const visitor = from("198.51.100.2");
  const id = await accountOfOAuth(visitor, newcomer(), { name: "Mel" });
  const account = await database().prisma.user.findUniqueOrThrow({ where: { id } });
  expect((await listOwnEntries(actAs(visitor, account), { limit: 5 })).data).toMatchObject([
    { action: "account.registered", by: "you", details: { method: "github" } },
  ]);
});
