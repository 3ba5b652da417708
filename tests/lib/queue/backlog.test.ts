import { expect, test } from "vitest";
import { type Backlog, type BacklogEvent, nextBacklog } from "@/lib/queue/endpoint-queue";

const due: Backlog = { state: "due" };
const claiming: Backlog = { state: "claiming", notified: false };
const notified: Backlog = { state: "claiming", notified: true };
const empty: Backlog = { state: "empty" };
const full: BacklogEvent = { type: "claim ended", full: true };
const short: BacklogEvent = { type: "claim ended", full: false };

test.each<[string, Backlog, BacklogEvent, Backlog]>([
  ["a notification makes an empty backlog due", empty, { type: "notified" }, due],
  ["a notification during a claim is remembered", claiming, { type: "notified" }, notified],
  ["a claim starts afresh", due, { type: "claim started" }, claiming],
  ["a claim that got all it asked for leaves more behind", claiming, full, due],
  ["a claim that got less has emptied the backlog", claiming, short, empty],
  ["a claim that got less has missed what was notified during it", notified, short, due],
  ["a worker that stops wants nothing more", due, { type: "closed" }, empty],
])("%s", (_guarantee, before, event, after) => {
  expect(nextBacklog(before, event)).toEqual(after);
});
