import { mountContext } from "@/tests/lib/http/pipeline/caller";
import { describe, expect, test } from "vitest";
import { admitFromProvider } from "@/lib/auth/admission";
import type { Context } from "@/lib/domain/kernel/context";
import { issueKey } from "@/lib/domain/accounts/keys/commands";
import { decideAppeal, fileAppeal } from "@/lib/domain/people/moderation/appeals";
import { decideReport, changeAccount } from "@/lib/domain/people/moderation/decisions";
import { endDueSuspensions } from "@/lib/domain/people/moderation/sanctions";
import type { NewDecision } from "@/lib/domain/people/moderation/schema";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { beginSession, openSessions } from "@/lib/domain/accounts/users/sessions";
import { findSession } from "@/lib/domain/accounts/authentication/queries";
import { createEndpoint } from "@/lib/domain/consequences/webhooks/commands";
import { authenticate } from "@/lib/http/pipeline/authenticate";
import { database } from "@/lib/infra/database/db";
import { later, newPerson } from "@/tests/support/people";
import { memberIds, roomOfTwo } from "../../play/rooms/people";
import { newStaff, reported, stored } from "./staff";

const because = (action: NewDecision["action"]) => ({ action, reason: "It breaks the rules" });

describe("a suspension", () => {
  const until = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

  test("ends sessions, streams and webhooks, rejects keys and leaves rooms, until it ends", async () => {
    const moderator = await newStaff();
    const { guest, code } = await roomOfTwo();
    const session = await beginSession(guest, { userId: guest.actor.id, userAgent: "", maxAgeSeconds: 9999 });
    const { key } = await issueKey(guest, { name: "ci", scopes: ["read:posts"], expiresInDays: null });
    const endpoint = await createEndpoint(guest, { url: "https://example.com/hook", events: ["*"] });
    const id = await reported("user", guest.actor.id);
    await decideReport(moderator, { id, ...because("suspend"), until: until(2) });
    expect(await findSession(session, new Date())).toBeNull();
    expect(await openSessions([session], new Date())).toEqual(new Set());
    const request = new Request("http://localhost/api/v1/me", { headers: { Authorization: `Bearer ${key}` } });
    expect(await authenticate(request, { ...mountContext(request), now: new Date(), audience: "api" })).toMatchObject({
      suspended: true,
    });
    await expect(admitFromProvider(moderator, guest.actor.id)).rejects.toThrow("AccountSuspended");
    expect(await stored(guest.actor.id)).toMatchObject({
      suspendedAt: expect.any(Date),
      suspendedUntil: expect.any(Date),
    });
    expect(await database().prisma.webhookEndpoint.findUnique({ where: { id: endpoint.id } })).toMatchObject({
      enabled: false,
      disabledReason: "Your account was suspended.",
    });
    expect(await memberIds(code)).not.toContain(guest.actor.id);
    await endDueSuspensions(later(moderator, 86_400));
    expect((await stored(guest.actor.id)).suspendedAt).not.toBeNull();
    await endDueSuspensions(later(moderator, 3 * 86_400));
    expect(await stored(guest.actor.id)).toMatchObject({ suspendedAt: null, suspendedUntil: null });
    expect(await database().prisma.decision.findFirst({ where: { accountId: guest.actor.id } })).toMatchObject({
      liftedAt: expect.any(Date),
    });
  });

  test("is not shortened by a later decision, of which its moderator and the person are notified", async () => {
    const [first, second, person] = [await newStaff(), await newStaff(), await newPerson()];
    const [long, short] = [until(30), until(1)];
    const suspend = async (moderator: Context, until: string) =>
      decideReport(moderator, { id: await reported("user", person.actor.id), ...because("suspend"), until });
    await suspend(first, long);
    const decided = await suspend(second, short);
    expect(decided).toMatchObject({ suspendedUntil: long, decision: { until: short } });
    expect((await stored(person.actor.id)).suspendedUntil?.toISOString()).toBe(long);
    const { previews, decisions } = await toldOf(person);
    expect(previews.filter((preview) => preview?.includes(long.slice(0, 10)))).toHaveLength(2);
    await fileAppeal(person, { decisionId: decisions[0]!.id, content: "Too long" });
    await decideAppeal(second, { id: decisions[0]!.id, granted: true, answer: "Right" });
    expect((await stored(person.actor.id)).suspendedUntil?.toISOString()).toBe(short);
    await fileAppeal(person, { decisionId: decisions[1]!.id, content: "Still" });
    await decideAppeal(first, { id: decisions[1]!.id, granted: true, answer: "Right" });
    expect(await stored(person.actor.id)).toMatchObject({ suspendedAt: null, suspendedUntil: null });
  });

  test("by the operator is indefinite, and stays whatever moderators decide and reverse", async () => {
    const [moderator, other, person] = [await newStaff(), await newStaff(), await newPerson()];
    await changeAccount(moderator, { handle: person.actor.handle, suspended: true });
    const id = await reported("post", (await createPost(person, { content: "Before", audience: "PUBLIC" })).id);
    const decided = await decideReport(moderator, { id, ...because("suspend"), until: until(1) });
    expect(decided).toMatchObject({ suspendedUntil: null });
    const { previews, decisions } = await toldOf(person);
    expect(previews.at(-1)).toMatch(/^Your account is suspended\. /);
    await fileAppeal(person, { decisionId: decisions[0]!.id, content: "Please" });
    await decideAppeal(other, { id: decisions[0]!.id, granted: true, answer: "Right" });
    expect(await stored(person.actor.id)).toMatchObject({
      suspendedAt: expect.any(Date) as Date,
      suspendedUntil: null,
    });
  });

  test("by the operator ends the same access as one by a moderator", async () => {
    const { guest, code } = await roomOfTwo();
    const { id } = guest.actor;
    await beginSession(guest, { userId: id, userAgent: "", maxAgeSeconds: 9999 });
    await createEndpoint(guest, { url: "https://example.com/hook", events: ["*"] });
    await changeAccount({ ...guest, actor: null }, { handle: guest.actor.handle, suspended: true });
    expect(await database().prisma.session.count({ where: { userId: id } })).toBe(0);
    expect(await database().prisma.webhookEndpoint.count({ where: { userId: id, enabled: true } })).toBe(0);
    expect(await memberIds(code)).not.toContain(id);
    await changeAccount({ ...guest, actor: null }, { handle: guest.actor.handle, suspended: false });
    expect(await stored(id)).toMatchObject({ suspendedAt: null, suspendedUntil: null });
  });

  test("stays if it is extended while its end is being written", async () => {
    const [moderator, person] = [await newStaff(), await newPerson()];
    const where = { id: person.actor.id };
    const id = await reported("user", where.id);
    await decideReport(moderator, { id, ...because("suspend"), until: until(2) });
    let ending = Promise.resolve();
    await database().prisma.$transaction(async (tx) => {
      await tx.user.update({ where, data: { suspendedUntil: until(9) } });
      ending = endDueSuspensions(later(moderator, 3 * 86_400));
      await new Promise((resolve) => setTimeout(resolve, 300));
    });
    await ending;
    expect((await stored(where.id)).suspendedAt).not.toBeNull();
    expect((await database().prisma.decision.findFirst({ where: { accountId: where.id } }))?.liftedAt).toBeNull();
  });
});

/** Returns somebody's notifications of decisions, and the decisions, both oldest first. */
async function toldOf({ actor }: Context) {
  const { prisma } = database();
  const oldestFirst = { orderBy: [{ createdAt: "asc" as const }, { id: "asc" as const }] };
  const notifications = await prisma.notification.findMany({ where: { userId: actor.id }, ...oldestFirst });
  const decisions = await prisma.decision.findMany({ where: { accountId: actor.id }, ...oldestFirst });
  return { previews: notifications.map(({ preview }) => preview), decisions };
}
