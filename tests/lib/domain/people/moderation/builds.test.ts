import { expect, test } from "vitest";
import { listCatalogue, getBuild, getBuildPage, listBuilds } from "@/lib/domain/writing/builds/queries";
import { commentOnBuild, listBuildComments } from "@/lib/domain/writing/builds/comments";
import type { Context } from "@/lib/domain/kernel/context";
import { followUser } from "@/lib/domain/people/graph/commands";
import { decideReport } from "@/lib/domain/people/moderation/decisions";
import type { NewDecision } from "@/lib/domain/people/moderation/schema";
import { listNotifications } from "@/lib/domain/consequences/notifications/queries";
import { countUnread } from "@/lib/domain/consequences/notifications/unread";
import { newBuild } from "@/tests/support/builds";
import { newPerson } from "@/tests/support/people";
import { likeBuild } from "@/lib/domain/writing/builds/commands";
import { again, newStaff, reported } from "./staff";

const because = (action: NewDecision["action"]) => ({ action, reason: "It breaks the rules" });
const page = { limit: 50 };

const slugsOf = async (list: Promise<{ data: { slug: string }[] }>) => (await list).data.map(({ slug }) => slug);

test("a limited person's builds, comments on builds and notifications are for followers only", async () => {
  const [author, follower, reader] = [await newPerson(), await newPerson(), await newPerson()];
  await followUser(follower, { handle: author.actor.handle });
  const mine = await newBuild(author);
  const theirs = await newBuild(reader);
  const moderator = await newStaff();
  await decideReport(moderator, { id: await reported("user", author.actor.id), ...because("limit") });
  const limited = await again(author);
  await commentOnBuild(limited, { slug: theirs, content: "Mine is better" });
  await expect(getBuild(reader, { slug: mine })).rejects.toMatchObject({ code: "not_found" });
  expect(await slugsOf(listBuilds(reader, page))).not.toContain(mine);
  expect(await slugsOf(listCatalogue(reader, { ...page, handle: author.actor.handle }))).toEqual([]);
  expect((await listBuildComments(reader, { ...page, slug: theirs })).data).toEqual([]);
  expect((await listNotifications(reader, page)).data).toEqual([]);
  expect(await countUnread(reader)).toBe(0);
  for (const viewer of [follower, limited])
    expect(await getBuild(viewer, { slug: mine })).toMatchObject({ slug: mine });
  expect((await listBuildComments(follower, { ...page, slug: theirs })).data).toHaveLength(1);
});

test("only its author sees a hidden build, marked as hidden, on its page and among their own", async () => {
  const [author, reader, moderator] = [await newPerson(), await newPerson(), await newStaff()];
  const slug = await newBuild(author);
  await decideReport(moderator, { id: await reported("build", slug), ...because("hide") });
  await expect(getBuildPage(reader, { slug })).rejects.toMatchObject({ code: "not_found" });
  await expect(likeBuild(reader, { slug })).rejects.toMatchObject({ code: "not_found" });
  expect(await getBuildPage(author, { slug })).toMatchObject({ hidden: true });
  expect((await listCatalogue(author, { ...page, handle: author.actor.handle })).data).toMatchObject([
    { hidden: true },
  ]);
  expect(await slugsOf(listCatalogue(reader, { ...page, handle: author.actor.handle }))).toEqual([]);
  for (const viewer of [author, reader]) expect(await slugsOf(listBuilds(viewer, page))).not.toContain(slug);
});

test("a comment on a build can be reported, hidden from others, and deleted with its notification", async () => {
  const [author, other, moderator] = [await newPerson(), await newPerson(), await newStaff()];
  const slug = await newBuild(author);
  const said = await commentOnBuild(other, { slug, content: "A bad comment" });
  const comments = async (viewer: Context) => (await listBuildComments(viewer, { ...page, slug })).data;
  await decideReport(moderator, { id: await reported("comment", said.id), ...because("hide") });
  expect(await comments(author)).toEqual([]);
  expect(await comments(other)).toMatchObject([{ id: said.id, hidden: true }]);
  expect((await listNotifications(author, page)).data).toMatchObject([{ preview: null }]);
  const worse = await commentOnBuild(other, { slug, content: "A worse one" });
  await decideReport(moderator, { id: await reported("comment", worse.id), ...because("delete") });
  expect(await comments(other)).toMatchObject([{ id: said.id }]);
  expect((await listNotifications(author, page)).data).toHaveLength(1);
  expect((await getBuild(author, { slug })).metrics.comments).toBe(1);
});
