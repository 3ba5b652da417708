import { expect, test } from "vitest";
import { groupNotices } from "@/components/notifications/notice-groups";
import type { Notification } from "@/lib/domain/notifications/schema";

let last = 0;

function notice(type: Notification["type"], link: string, more: Partial<Notification> = {}): Notification {
  const id = `ntf_${++last}`;
  return {
    id,
    type,
    actor: { id: `user_${id}`, name: id, handle: id, image: "https://pegboard.example/x" },
    preview: null,
    link,
    read: false,
    createdAt: "2026-01-02T12:00:00.000Z",
    ...more,
  };
}

const sizes = (list: Notification[]) => groupNotices(list).map(({ notices }) => notices.length);

test("likes of one post are one group, each comment is separate", () => {
  expect(
    sizes([
      notice("LIKE", "/posts/a"),
      notice("COMMENT", "/posts/a#1"),
      notice("LIKE", "/posts/a"),
      notice("COMMENT", "/posts/a#2"),
      notice("LIKE", "/posts/b"),
    ]),
  ).toEqual([2, 1, 1, 1]);
});

test("a group is listed at the position of its newest notification", () => {
  const newest = notice("LIKE", "/posts/a");
  const [group] = groupNotices([newest, notice("REPLY", "/posts/c"), notice("LIKE", "/posts/a")]);
  expect(group?.notices[0]).toBe(newest);
});

test("followers of one day are one group", () => {
  expect(
    sizes([
      notice("FOLLOW", "/users/a"),
      notice("FOLLOW", "/users/b"),
      notice("FOLLOW", "/users/c", { createdAt: "2026-01-01T12:00:00.000Z" }),
    ]),
  ).toEqual([2, 1]);
});

test("read and unread notifications are not grouped together", () => {
  expect(sizes([notice("LIKE", "/posts/a"), notice("LIKE", "/posts/a", { read: true })])).toEqual([1, 1]);
});

test("a notification that counts several acts of one person is separate", () => {
  expect(
    sizes([notice("LIKE", "/posts/a", { count: 12 }), notice("LIKE", "/posts/a"), notice("LIKE", "/posts/a")]),
  ).toEqual([1, 2]);
});
