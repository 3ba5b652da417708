import { expect, test } from "vitest";
import { groupNotifications } from "@/components/notifications/notification-groups";
import type { Notification } from "@/lib/domain/consequences/notifications/schema";

let last = 0;

function notification(type: Notification["type"], link: string, more: Partial<Notification> = {}): Notification {
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

const sizes = (list: Notification[]) => groupNotifications(list).map(({ notifications }) => notifications.length);

test("likes of one post are one group, each comment is separate", () => {
  expect(
    sizes([
      notification("LIKE", "/posts/a"),
      notification("COMMENT", "/posts/a#1"),
      notification("LIKE", "/posts/a"),
      notification("COMMENT", "/posts/a#2"),
      notification("LIKE", "/posts/b"),
    ]),
  ).toEqual([2, 1, 1, 1]);
});

test("a group is listed at the position of its newest notification", () => {
  const newest = notification("LIKE", "/posts/a");
  const [group] = groupNotifications([newest, notification("REPLY", "/posts/c"), notification("LIKE", "/posts/a")]);
  expect(group?.notifications[0]).toBe(newest);
});

test("followers of one day are one group", () => {
  expect(
    sizes([
      notification("FOLLOW", "/users/a"),
      notification("FOLLOW", "/users/b"),
      notification("FOLLOW", "/users/c", { createdAt: "2026-01-01T12:00:00.000Z" }),
    ]),
  ).toEqual([2, 1]);
});

test("read and unread notifications are not grouped together", () => {
  expect(sizes([notification("LIKE", "/posts/a"), notification("LIKE", "/posts/a", { read: true })])).toEqual([1, 1]);
});

test("a notification that counts several acts of one person is separate", () => {
  expect(
    sizes([
      notification("LIKE", "/posts/a", { count: 12 }),
      notification("LIKE", "/posts/a"),
      notification("LIKE", "/posts/a"),
    ]),
  ).toEqual([1, 2]);
});
