import { beforeAll, describe, expect, test } from "vitest";
import { listAccounts } from "@/lib/domain/deployment/administration/queries";
import type { AccountFilter } from "@/lib/domain/deployment/administration/schema";
import { RARE_MATCHES } from "@/lib/domain/deployment/administration/rules";
import type { Context } from "@/lib/domain/kernel/context";
import type { Prisma } from "@/lib/infra/prisma/client";
import { database } from "@/lib/infra/database/db";
import { newPerson } from "@/tests/support/people";
import { newStaff } from "../../people/moderation/staff";

let admin: Context;
const ids: Record<string, string> = {};

async function person(name: string, data: Prisma.UserUpdateInput = {}): Promise<void> {
  const { actor } = await newPerson({ name });
  await database().prisma.user.update({ where: { id: actor.id }, data });
  ids[name] = actor.id;
}

beforeAll(async () => {
  admin = await newStaff("ADMIN", "Adam");
  ids["Adam"] = admin.actor.id;
  const now = new Date();
  await person("Zoë Quill", { handle: "zoe_q", email: "zoe.quill@letters.example" });
  await person("Grace", { email: "100%_sure@letters.example", tier: "pro" });
  await person("Mo", { role: "MODERATOR", email: "mo@elsewhere.example" });
  await person("Limited Lee", { limitedAt: now });
  await person("Suspended Sue", { suspendedAt: now, limitedAt: now });
  await person("Somebody who left", { suspendedAt: now, closedAt: now });
});

async function names(filter: AccountFilter, ctx = admin): Promise<string[]> {
  const found: string[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await listAccounts(ctx, { ...filter, limit: 2, cursor });
    found.push(...page.data.map(({ name }) => name));
    if (page.nextCursor === null) return found.toSorted();
    cursor = page.nextCursor;
  }
}

describe("the list of accounts", () => {
  test.each([
    ["zoe_", ["Zoë Quill"]],
    ["@ZOE_Q", ["Zoë Quill"]],
    ["quill", ["Zoë Quill"]],
    ["zoë", ["Zoë Quill"]],
    ["@letters.example", ["Grace", "Zoë Quill"]],
    ["zo", ["Zoë Quill"]],
    ["100%_SURE", ["Grace"]],
    ["%", []],
    ["_", []],
    ["nobody like that", []],
  ])("finds %j by handle, name and mail address, literally", async (q, expected) => {
    expect(await names({ q })).toEqual(expected);
  });

  test.each<[AccountFilter, string[]]>([
    [{ role: "ADMIN" }, ["Adam"]],
    [{ role: "MODERATOR" }, ["Mo"]],
    [{ role: "EDITOR" }, []],
    [{ tier: "pro" }, ["Grace"]],
    [{ standing: "limited" }, ["Limited Lee"]],
    [{ standing: "suspended" }, ["Suspended Sue"]],
    [{ standing: "closed" }, ["Somebody who left"]],
    [{ standing: "active" }, ["Adam", "Grace", "Mo", "Zoë Quill"]],
    [{ standing: "active", tier: "free", role: "MEMBER" }, ["Zoë Quill"]],
    [{ q: "letters", tier: "pro" }, ["Grace"]],
    [{ q: "letters", standing: "closed" }, []],
  ])("is filtered by %j", async (filter, expected) => {
    expect(await names(filter)).toEqual(expected);
  });

  test("has everybody except the platform's own account, also for queries that the index cannot search", async () => {
    for (const q of [undefined, "", " ", "\ud800"]) expect(await names({ q })).toEqual(Object.keys(ids).toSorted());
  });

  test("is for admins alone", async () => {
    for (const ctx of [await newStaff("MODERATOR"), await newStaff("EDITOR"), await newPerson()])
      await expect(listAccounts(ctx, { limit: 2 })).rejects.toMatchObject({ code: "forbidden" });
  });

  test("scans the accounts by time if most of them match", async () => {
    await database().prisma.$executeRaw`
      INSERT INTO "User" (id, handle, name, email, "createdAt")
      SELECT 'user_crowd' || n, 'crowd_' || n, 'One of many', n || '@crowd.example', now() + n * interval '1 second'
        FROM generate_series(1, ${RARE_MATCHES + 10}) n`;
    const { data, nextCursor } = await listAccounts(admin, { q: "crowd.example", limit: 50 });
    expect(data.map(({ id }) => id)).toEqual(
      Array.from({ length: 50 }, (_, n) => `user_crowd${RARE_MATCHES + 10 - n}`),
    );
    const next = await listAccounts(admin, { q: "crowd.example", limit: 1, cursor: nextCursor! });
    expect(next.data.map(({ id }) => id)).toEqual([`user_crowd${RARE_MATCHES - 40}`]);
  });
});
