import { afterEach, expect, test } from "vitest";
import {
  createAnnouncement,
  changeAnnouncement,
  dismissAnnouncement,
  endAnnouncement,
} from "@/lib/domain/deployment/announcements/commands";
import { HOUR_MS } from "@/lib/domain/kernel/durations";
import { listAnnouncements } from "@/lib/domain/deployment/announcements/queries";
import { MAX_IN_FORCE } from "@/lib/domain/deployment/announcements/rules";
import { announcementDraft } from "@/lib/domain/deployment/announcements/schema";
import { currentSite, forgetSite } from "@/lib/domain/deployment/site/current";
import { getViewer } from "@/lib/domain/accounts/users/viewer";
import { database } from "@/lib/infra/database/db";
import { later, newPerson } from "@/tests/support/people";
import { expectAllRejected } from "@/tests/support/rejections";
import { newStaff } from "../../people/moderation/staff";

const { prisma } = database();
const draft = { content: "We move house **tonight**", until: null };
const shown = async () => (await currentSite()).announcements.map(({ id }) => id);

afterEach(async () => {
  await prisma.announcement.deleteMany();
  forgetSite();
});

test("an announcement is on every page until it expires or is ended, and can be changed meanwhile", async () => {
  const admin = await newStaff("ADMIN");
  const until = new Date(admin.now.getTime() + HOUR_MS).toISOString();
  const first = await createAnnouncement(admin, { ...draft, until });
  const second = await createAnnouncement(later(admin, 1), { content: "<b onclick=alert(1)>Hello</b>", until: null });
  expect(await shown()).toEqual([second.id, first.id]);
  expect((await currentSite()).announcements[1]).toMatchObject({
    html: expect.stringContaining("<strong>tonight</strong>"),
  });
  expect((await currentSite()).announcements[0]!.html).not.toContain("onclick");
  await changeAnnouncement(admin, { id: first.id, content: "Tomorrow" });
  expect((await currentSite()).announcements[1]).toMatchObject({ content: "Tomorrow" });
  expect((await changeAnnouncement(admin, { id: first.id, until: null })).until).toBeNull();
  await endAnnouncement(admin, second);
  await endAnnouncement(admin, second);
  await prisma.announcement.update({ where: { id: first.id }, data: { until: new Date(admin.now.getTime() - 1000) } });
  forgetSite();
  expect(await shown()).toEqual([]);
  // Another may have taken its place, so an ended one cannot be brought back.
  const isGone = { code: "not_found" };
  await expect(changeAnnouncement(admin, { id: first.id, until: null })).rejects.toMatchObject(isGone);
  const { data } = await listAnnouncements(admin, { limit: 5 });
  expect(data.map(({ id }) => id).toSorted()).toEqual([first.id, second.id].toSorted());
  await expect(changeAnnouncement(admin, { id: second.id, content: "Again" })).rejects.toMatchObject({
    code: "not_found",
  });
  const entries = await prisma.auditEntry.findMany({ where: { actorId: admin.actor.id }, orderBy: { id: "asc" } });
  const changes = entries.map(({ details }) => (details as { what: string }).what).toSorted();
  expect(changes).toEqual(["changed", "changed", "ended", "published", "published"]);
});

test("people who dismiss an announcement do not see it again, whatever they dismissed before", async () => {
  const [admin, reader, other] = [await newStaff("ADMIN"), await newPerson(), await newPerson()];
  const [first, second] = [await createAnnouncement(admin, draft), await createAnnouncement(admin, draft)];
  const dismissed = async (who = reader) => (await getViewer(who)).dismissedAnnouncements;
  expect(await dismissed()).toEqual([]);
  for (const { id } of [first, first, second]) await dismissAnnouncement(reader, { id });
  expect((await dismissed()).toSorted()).toEqual([first.id, second.id].toSorted());
  expect(await dismissed(other)).toEqual([]);
  await endAnnouncement(admin, first);
  await expect(dismissAnnouncement(reader, first)).rejects.toMatchObject({ code: "not_found" });
  await dismissAnnouncement(reader, second);
  // Dismissals of ended announcements are forgotten.
  expect(await dismissed()).toEqual([second.id]);
});

test("the number in force is limited, however many admins announce at once", async () => {
  // Each by a different admin: one account may have three renderings in the queue at most.
  const admins = await Promise.all(Array.from({ length: MAX_IN_FORCE + 2 }, () => newStaff("ADMIN")));
  const results = await Promise.allSettled(admins.map((admin) => createAnnouncement(admin, draft)));
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(MAX_IN_FORCE);
  for (const result of results)
    if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "conflict" });
});

test("an end is in the future, within bounds, and text is bounded as well", async () => {
  const admin = await newStaff("ADMIN");
  for (const ms of [-1000, 0, 366 * 24 * HOUR_MS]) {
    const until = new Date(admin.now.getTime() + ms).toISOString();
    await expect(createAnnouncement(admin, { ...draft, until })).rejects.toMatchObject({
      code: "invalid_request",
      details: { issues: [{ param: "until" }] },
    });
  }
  for (const bad of [{ content: "" }, { content: "x".repeat(401) }, { content: "x", until: "tomorrow" }, {}])
    expect(announcementDraft.safeParse(bad).success).toBe(false);
});

test("only admins write announcements", async () => {
  const { id } = await createAnnouncement(await newStaff("ADMIN"), draft);
  for (const ctx of [await newStaff("MODERATOR"), await newPerson()]) {
    const acts = [
      createAnnouncement(ctx, draft),
      changeAnnouncement(ctx, { id, content: "Mine" }),
      endAnnouncement(ctx, { id }),
      endAnnouncement(ctx, { id: "none" }),
      listAnnouncements(ctx, { limit: 1 }),
    ];
    await expectAllRejected(acts, { code: "forbidden" });
  }
});
