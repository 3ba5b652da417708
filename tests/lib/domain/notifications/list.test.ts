import { expect, test } from "vitest";
import { inTransaction } from "@/lib/domain/context";
import { notify, notifyFromPlatform } from "@/lib/domain/notifications/commands";
import { listNotifications } from "@/lib/domain/notifications/queries";
import { database } from "@/lib/infra/db";
import { newAccount } from "@/tests/support/api-accounts";

test("notifications are listed for their owner alone, newest first, and through equal times", async () => {
  const [ada, ben, cleo] = [await newAccount(), await newAccount(), await newAccount()];
  const at = new Date("2026-04-04T00:00:00Z");
  const told = { userIds: [ada.id, cleo.id], type: "LIKE" as const, preview: "A post", link: "/posts/p" };
  await inTransaction(ben.ctx(at), async (tx) => {
    for (const subjectId of ["p1", "p2", "p3"]) await notify(tx, { ...told, subjectId });
  });
  await inTransaction(ben.ctx(new Date("2026-04-05T00:00:00Z")), (tx) => notifyFromPlatform(tx, { userIds: [ada.id], subjectId: "s", preview: null, link: "/settings" }));
  await database().prisma.notification.updateMany({ where: { userId: ada.id, subjectId: "p2" }, data: { readAt: at } });

  const first = await listNotifications(ada.ctx(), { limit: 2 });
  const second = await listNotifications(ada.ctx(), { limit: 2, cursor: first.nextCursor ?? "" });
  expect(second.nextCursor).toBeNull();
  const all = [...first.data, ...second.data];
  expect(new Set(all.map(({ id }) => id)).size).toBe(4);
  expect(all[0]).toMatchObject({ type: "SYSTEM", actor: { handle: "pegboard" }, preview: null, link: "/settings", read: false });
  expect(all.slice(1)).toEqual(Array(3).fill(expect.objectContaining({ type: "LIKE", preview: "A post", createdAt: at.toISOString() })));
  expect(all.filter(({ read }) => read)).toHaveLength(1);
});
