import { describe, expect, test } from "vitest";
import { decideReport } from "@/lib/domain/people/moderation/decisions";
import { listReports } from "@/lib/domain/people/moderation/queries";
import { PROVEN_ACTIONS } from "@/lib/domain/people/moderation/rules";
import { newDecision } from "@/lib/domain/people/moderation/schema";
import { listNotifications } from "@/lib/domain/consequences/notifications/queries";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { database } from "@/lib/infra/database/db";
import { newPerson } from "@/tests/support/people";
import { newStaff, reported } from "./staff";

const warn = { action: "warn", reason: "Be kind" } as const;

describe("a decision", () => {
  test("is made by one of many concurrent moderators, and the others learn by whom", async () => {
    const author = await newPerson();
    const id = await reported("user", author.actor.id);
    const moderators = await Promise.all(Array.from({ length: 8 }, () => newStaff()));
    const results = await Promise.allSettled(moderators.map((moderator) => decideReport(moderator, { id, ...warn })));
    const winner = results.findIndex(({ status }) => status === "fulfilled");
    const lost = results.filter((result) => result.status === "rejected");
    expect(lost).toHaveLength(7);
    for (const { reason } of lost)
      expect(reason).toMatchObject({
        code: "conflict",
        message: `@${moderators[winner]!.actor.handle} decided on this already: warn.`,
      });
    expect(await database().prisma.decision.count({ where: { accountId: author.actor.id } })).toBe(1);
    await expect(decideReport(moderators[winner]!, { id, ...warn })).rejects.toMatchObject({
      message: "You decided on this already: warn.",
    });
  });

  test("closes every open report of the same subject, and notifies the person and each reporter", async () => {
    const [author, moderator, first, second] = [
      await newPerson(),
      await newStaff(),
      await newPerson(),
      await newPerson(),
    ];
    const id = await reported("user", author.actor.id, first);
    const other = await reported("user", author.actor.id, second);
    const decided = await decideReport(moderator, { id, ...warn });
    expect(decided).toMatchObject({ status: "acted", openReports: 0, decision: { action: "warn", reason: "Be kind" } });
    const acted = await listReports(moderator, { status: "acted", limit: 50 });
    expect(acted.data.map((report) => report.id)).toEqual(expect.arrayContaining([id, other]));
    const [notification] = (await listNotifications(author, { limit: 5 })).data;
    expect(notification).toMatchObject({
      type: "SYSTEM",
      preview: "A moderator warns you about your account. The reason: Be kind",
      link: `/settings/moderation#${decided.decision?.id}`,
    });
    expect(notification?.actor.id).not.toBe(moderator.actor.id);
    for (const reporter of [first, second])
      expect((await listNotifications(reporter, { limit: 5 })).data).toMatchObject([{ type: "SYSTEM" }]);
  });

  test("to dismiss does not notify the person", async () => {
    const [author, moderator] = [await newPerson(), await newStaff()];
    const id = await reported("user", author.actor.id);
    expect(await decideReport(moderator, { id, action: "dismiss", reason: "Fine" })).toMatchObject({
      status: "dismissed",
    });
    expect((await listNotifications(author, { limit: 5 })).data).toEqual([]);
  });

  test("is for moderators, except about themselves and staff of their rank or above", async () => {
    const [moderator, admin, person] = [await newStaff(), await newStaff("ADMIN"), await newPerson()];
    const about = async (who: { actor: { id: string } }) => reported("user", who.actor.id);
    const forbidden = { code: "forbidden" };
    await expect(decideReport(person, { id: await about(moderator), ...warn })).rejects.toMatchObject(forbidden);
    await expect(decideReport(moderator, { id: await about(moderator), ...warn })).rejects.toMatchObject(forbidden);
    await expect(decideReport(moderator, { id: await about(admin), ...warn })).rejects.toMatchObject(forbidden);
    await expect(decideReport(moderator, { id: await about(await newStaff()), ...warn })).rejects.toMatchObject(
      forbidden,
    );
    expect(await decideReport(admin, { id: await about(moderator), ...warn })).toMatchObject({ status: "acted" });
    await expect(decideReport(moderator, { id: "rep_none", ...warn })).rejects.toMatchObject({ code: "not_found" });
  });

  test("needs a reason, an end only for a suspension, and an action that fits the subject", async () => {
    const paths = (input: object) => newDecision.safeParse(input).error?.issues.map(({ path }) => path.join("."));
    expect(paths({ action: "warn", reason: " " })).toEqual(["reason"]);
    expect(paths({ action: "suspend", reason: "No" })).toEqual(["until"]);
    expect(paths({ action: "hide", reason: "No", until: "2030-01-01T00:00:00Z" })).toEqual(["until"]);
    const [author, moderator] = [await newPerson(), await newStaff()];
    const id = await reported("user", author.actor.id);
    const rejected = { code: "invalid_request" };
    await expect(decideReport(moderator, { id, action: "hide", reason: "No" })).rejects.toMatchObject(rejected);
    for (const until of ["2020-01-01T00:00:00Z", "2200-01-01T00:00:00Z"])
      await expect(decideReport(moderator, { id, action: "suspend", reason: "No", until })).rejects.toMatchObject(
        rejected,
      );
    expect(await database().prisma.decision.count({ where: { accountId: author.actor.id } })).toBe(0);
  });

  test("that locks somebody out or is irreversible needs a recent proof, and otherwise changes nothing", async () => {
    const [author, moderator] = [await newPerson(), await newStaff()];
    const id = await reported("post", (await createPost(author, { content: "Bad", audience: "PUBLIC" })).id);
    const until = new Date(Date.now() + 86_400_000).toISOString();
    const stale = { ...moderator, session: { id: "ses_staff", provenAt: new Date(Date.now() - 11 * 60_000) } };
    for (const action of PROVEN_ACTIONS) {
      const decision = { id, action, reason: "Spam", ...(action === "suspend" && { until }) };
      for (const unproven of [stale, { ...moderator, session: undefined }])
        await expect(decideReport(unproven, decision)).rejects.toMatchObject({ code: "proof_required" });
    }
    expect(await database().prisma.decision.count({ where: { accountId: author.actor.id } })).toBe(0);
    expect(await decideReport(stale, { id, action: "hide", reason: "Spam" })).toMatchObject({ status: "acted" });
  });

  test("is in the audit log, also as the account sees it", async () => {
    const [author, moderator] = [await newPerson(), await newStaff()];
    const post = await createPost(author, { content: "Bad", audience: "PUBLIC" });
    await decideReport(moderator, { id: await reported("post", post.id), ...warn });
    const entries = await database().prisma.auditEntry.findMany({ where: { accountId: author.actor.id } });
    expect(entries).toMatchObject([
      { action: "report.decided", actorId: moderator.actor.id, details: { decision: "warn", subjectId: post.id } },
    ]);
  });
});
