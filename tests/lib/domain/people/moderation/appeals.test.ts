import { describe, expect, test } from "vitest";
import { createContext, type Context } from "@/lib/domain/kernel/context";
import { decideAppeal, fileAppeal } from "@/lib/domain/people/moderation/appeals";
import { appealToken } from "@/lib/domain/people/moderation/appeal-token";
import { decideReport, changeAccount } from "@/lib/domain/people/moderation/decisions";
import {
  findSanctionToken,
  getDecisionOfToken,
  listAppeals,
  listOwnDecisions,
} from "@/lib/domain/people/moderation/own-decisions";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { getPost } from "@/lib/domain/writing/posts/queries";
import { database } from "@/lib/infra/database/db";
import { newPerson } from "@/tests/support/people";
import { newStaff, reported, stored } from "./staff";

const visitor = createContext({ actor: null, channel: "session" });
const answered = { granted: true, answer: "Sorry" };

async function hiddenPost(moderator: Context) {
  const author = await newPerson();
  const post = await createPost(author, { content: "Fine, really", audience: "PUBLIC" });
  const id = await reported("post", post.id);
  const { decision } = await decideReport(moderator, { id, action: "hide", reason: "A mistake" });
  return { author, post, decisionId: decision!.id };
}

describe("an appeal", () => {
  test("is filed once, decided by another moderator, and reverses the decision", async () => {
    const [first, second] = [await newStaff(), await newStaff()];
    const { author, post, decisionId } = await hiddenPost(first);
    const filed = await Promise.allSettled(
      Array.from({ length: 5 }, () => fileAppeal(author, { decisionId, content: "It was a joke" })),
    );
    expect(filed.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await expect(fileAppeal(author, { decisionId, content: "Again" })).rejects.toMatchObject({ code: "conflict" });
    const { data } = await listAppeals(second, { status: "open", limit: 50 });
    expect(data.find(({ decision }) => decision.id === decisionId)).toMatchObject({
      content: "It was a joke",
      account: { id: author.actor.id },
      snapshot: { content: "Fine, really" },
    });
    await expect(decideAppeal(first, { id: decisionId, ...answered })).rejects.toMatchObject({ code: "forbidden" });
    await decideAppeal(second, { id: decisionId, ...answered });
    expect(await getPost(await newPerson(), post)).toMatchObject({ id: post.id, audience: "PUBLIC" });
    expect(await stored(author.actor.id)).toMatchObject({ publicPostsCount: 1 });
    expect((await listOwnDecisions(author, { limit: 5 })).data).toMatchObject([
      { id: decisionId, liftedAt: expect.any(String), appeal: { status: "granted", answer: "Sorry" } },
    ]);
    await expect(decideAppeal(second, { id: decisionId, ...answered })).rejects.toMatchObject({ code: "conflict" });
  });

  test("against a limit shows to everybody what the person wrote for everybody", async () => {
    const [first, second, reader, author] = [await newStaff(), await newStaff(), await newPerson(), await newPerson()];
    const post = await createPost(author, { content: "Fine, really", audience: "PUBLIC" });
    const id = await reported("user", author.actor.id);
    const { decision } = await decideReport(first, { id, action: "limit", reason: "A mistake" });
    await expect(getPost(reader, post)).rejects.toMatchObject({ code: "not_found" });
    await fileAppeal(author, { decisionId: decision!.id, content: "Please" });
    await decideAppeal(second, { id: decision!.id, ...answered });
    expect(await getPost(reader, post)).toMatchObject({ audience: "PUBLIC" });
    expect(await stored(author.actor.id)).toMatchObject({ limitedAt: null, publicPostsCount: 1 });
  });

  test("that is rejected leaves everything as it is", async () => {
    const [first, second] = [await newStaff(), await newStaff()];
    const { author, post, decisionId } = await hiddenPost(first);
    await fileAppeal(author, { decisionId, content: "Please" });
    await decideAppeal(second, { id: decisionId, granted: false, answer: "No" });
    await expect(getPost(second, post)).rejects.toMatchObject({ code: "not_found" });
  });

  test("can only be filed by the person concerned, and not with a forged token", async () => {
    const { decisionId } = await hiddenPost(await newStaff());
    const gone = { code: "not_found" };
    await expect(fileAppeal(await newPerson(), { decisionId, content: "Mine?" })).rejects.toMatchObject(gone);
    await expect(fileAppeal(visitor, { decisionId, content: "Mine?" })).rejects.toMatchObject(gone);
    for (const token of [`${decisionId}.`, `${decisionId}.${"A".repeat(43)}`, ""])
      await expect(fileAppeal(visitor, { token, content: "Mine?" })).rejects.toMatchObject(gone);
  });

  test("of a suspension can be filed without signing in, and ends it", async () => {
    const [author, moderator, other] = [await newPerson(), await newStaff(), await newStaff()];
    const until = new Date(Date.now() + 86_400_000).toISOString();
    const id = await reported("user", author.actor.id);
    const { decision } = await decideReport(moderator, { id, action: "suspend", reason: "Spam", until });
    const token = await findSanctionToken(visitor, author.actor.id);
    expect(token).toBe(appealToken(decision!.id));
    expect(await getDecisionOfToken(visitor, { token: token! })).toMatchObject({
      action: "suspend",
      reason: "Spam",
      until,
    });
    await fileAppeal(visitor, { token: token!, content: "It wasn’t me" });
    await decideAppeal(other, { id: decision!.id, ...answered });
    expect(await stored(author.actor.id)).toMatchObject({ suspendedAt: null, suspendedUntil: null });
  });

  test("does not end a suspension that the operator has set since", async () => {
    const [author, moderator, other] = [await newPerson(), await newStaff(), await newStaff()];
    const until = new Date(Date.now() + 86_400_000).toISOString();
    const id = await reported("user", author.actor.id);
    const { decision } = await decideReport(moderator, { id, action: "suspend", reason: "Spam", until });
    await fileAppeal(visitor, { token: appealToken(decision!.id), content: "It wasn’t me" });
    const later = { ...visitor, now: new Date(Date.now() + 1000) };
    await changeAccount(later, { handle: author.actor.handle, suspended: true });
    await decideAppeal(other, { id: decision!.id, ...answered });
    expect(await stored(author.actor.id)).toMatchObject({ suspendedAt: later.now, suspendedUntil: null });
  });

  test("names its moderator to other moderators, not to the person concerned", async () => {
    const [moderator, admin, other] = [await newStaff(), await newStaff("ADMIN"), await newStaff()];
    const id = await reported("user", moderator.actor.id);
    const { decision } = await decideReport(admin, { id, action: "warn", reason: "Be kind" });
    await fileAppeal(moderator, { decisionId: decision!.id, content: "I was" });
    const seenBy = async (who: Context) =>
      (await listAppeals(who, { status: "open", limit: 50 })).data.some((one) => one.decision.id === decision!.id);
    expect([await seenBy(other), await seenBy(moderator)]).toEqual([true, false]);
  });

  test("is decided by the same moderator if there is no other", async () => {
    await dismissAll();
    const only = await newStaff();
    const { author, decisionId } = await hiddenPost(only);
    await fileAppeal(author, { decisionId, content: "Please" });
    await decideAppeal(only, { id: decisionId, ...answered });
    expect((await listOwnDecisions(author, { limit: 5 })).data).toMatchObject([{ appeal: { status: "granted" } }]);
  });

  test("of a moderator is decided by the same admin, if all others are moderators", async () => {
    await dismissAll();
    const [admin, accused, colleague] = [await newStaff("ADMIN"), await newStaff(), await newStaff()];
    const id = await reported("user", accused.actor.id);
    const { decision } = await decideReport(admin, { id, action: "warn", reason: "Rude" });
    await fileAppeal(accused, { decisionId: decision!.id, content: "It was a joke" });
    const answer = { id: decision!.id, ...answered };
    for (const other of [colleague, accused])
      await expect(decideAppeal(other, answer)).rejects.toMatchObject({ code: "forbidden" });
    await decideAppeal(admin, answer);
    expect((await listOwnDecisions(accused, { limit: 5 })).data).toMatchObject([{ appeal: { status: "granted" } }]);
  });
});

/** Removes everybody from the staff. */
async function dismissAll(): Promise<void> {
  const where = { role: { in: ["MODERATOR" as const, "ADMIN" as const] } };
  await database().prisma.user.updateMany({ where, data: { role: "MEMBER" } });
}
