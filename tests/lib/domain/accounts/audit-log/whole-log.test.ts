import { beforeAll, expect, test } from "vitest";
import { writeAuditEntry } from "@/lib/domain/accounts/audit-log/commands";
import type { AuditFilter } from "@/lib/domain/accounts/audit-log/schema";
import { listAllEntries } from "@/lib/domain/accounts/audit-log/queries";
import type { Context } from "@/lib/domain/kernel/context";
import { decideAppeal, fileAppeal } from "@/lib/domain/people/moderation/appeals";
import { decideReport } from "@/lib/domain/people/moderation/decisions";
import { newPerson } from "@/tests/support/people";
import { newStaff, reported } from "../../people/moderation/staff";

let admin: Context;
let moderator: Context;
let ada: Context;
beforeAll(async () => {
  [admin, moderator, ada] = [await newStaff("ADMIN"), await newStaff(), await newPerson()];
  await writeAuditEntry(ada, { action: "sign-in" });
  const id = await reported("user", ada.actor.id);
  const { decision } = await decideReport(moderator, { id, action: "warn", reason: "Be kind" });
  await fileAppeal(ada, { decisionId: decision!.id, content: "I was" });
  await decideAppeal(admin, { id: decision!.id, granted: true, answer: "You were" });
  await writeAuditEntry(admin, { action: "setting.changed", accountId: null, details: { setting: "site-name" } });
  await writeAuditEntry({ ...admin, actor: null }, { action: "sign-up.refused", details: { reason: "Looms" } });
});

/** The whole list under a filter, two entries a page. */
async function list(filter: AuditFilter) {
  const found = [];
  for (let cursor: string | undefined; ;) {
    const page = await listAllEntries(admin, { ...filter, limit: 2, cursor });
    found.push(...page.data);
    if (page.nextCursor === null) return found;
    cursor = page.nextCursor;
  }
}

const actions = async (filter: AuditFilter) => (await list(filter)).map(({ action }) => action).toSorted();

test("names the actor, the account concerned, and the reason that was given", async () => {
  const all = await list({});
  const [to, of] = [{ accountId: ada.actor.id, accountHandle: ada.actor.handle }, moderator.actor];
  expect(all.find(({ action }) => action === "report.decided")).toMatchObject({
    ...to,
    actorId: of.id,
    actorHandle: of.handle,
    reason: "Be kind",
  });
  expect(all.find(({ action }) => action === "appeal.decided")).toMatchObject({ ...to, reason: "You were" });
  expect(all.find(({ action }) => action === "appeal.filed")).toMatchObject({ ...to, reason: null });
  expect(all.find(({ action }) => action === "sign-up.refused")).toMatchObject({ actorHandle: null, reason: "Looms" });
  expect(all.map(({ createdAt }) => createdAt)).toEqual(
    all
      .map(({ createdAt }) => createdAt)
      .toSorted()
      .toReversed(),
  );
});

test("is filtered by action, and by the person who acted or is concerned", async () => {
  expect(await actions({ action: "setting.changed" })).toEqual(["setting.changed"]);
  const about = ["appeal.decided", "appeal.filed", "report.decided", "sign-in"];
  for (const person of [ada.actor.handle, `@${ada.actor.handle.toUpperCase()}`, ada.actor.id])
    expect(await actions({ person })).toEqual(about);
  expect(await actions({ person: moderator.actor.handle })).toEqual(["report.decided"]);
  expect(await actions({ person: admin.actor.handle })).toEqual(["appeal.decided", "setting.changed"]);
  expect(await actions({ person: admin.actor.handle, action: "appeal.decided" })).toEqual(["appeal.decided"]);
  expect(await actions({ person: ada.actor.handle, action: "setting.changed" })).toEqual([]);
});

test("is empty for unknown people, in any form", async () => {
  for (const person of ["nobody_like_that", "%", "a\0b", "\ud800", "@", "x".repeat(50)])
    expect(await list({ person }), JSON.stringify(person)).toEqual([]);
});

test("rejects another filter's cursor, and is for admins only", async () => {
  const { nextCursor } = await listAllEntries(admin, { limit: 1 });
  const cursor = nextCursor ?? undefined;
  await expect(listAllEntries(admin, { limit: 1, action: "sign-in", cursor })).rejects.toMatchObject({
    code: "invalid_cursor",
  });
  for (const ctx of [moderator, ada])
    await expect(listAllEntries(ctx, { limit: 1 })).rejects.toMatchObject({ code: "forbidden" });
});
