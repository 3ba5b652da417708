import type { Context } from "@/lib/domain/kernel/context";
import { listBookmarks } from "@/lib/domain/writing/engagement/queries";
import { listNotifications } from "@/lib/domain/consequences/notifications/queries";
import { MENTIONS } from "@/lib/domain/consequences/notifications/rules";
import { countUnread } from "@/lib/domain/consequences/notifications/unread";
import { listSuggestions } from "@/lib/domain/people/directory/queries";
import { listBlocks, listMutes } from "@/lib/domain/people/safety/queries";
import * as timeline from "@/lib/domain/writing/posts/timeline";
import { database } from "@/lib/infra/database/db";
import { TAG_FOLLOWER, type Who } from "./model";
import { readerOf, type World } from "./world";
import { type Expect, idOf, ids, PAGE, pageHandles } from "./expectations";

/** Compares the reads that need a session. */
export async function compareMemberReads(world: World, viewer: Who, expect: Expect): Promise<void> {
  const { rule, people, posts } = world;
  const handleOf = (who: Who) => people[who]!.actor.handle;
  const everybody = [...people.keys()];
  const ctx = readerOf(world, viewer, "session") as Context;
  const circle = posts.filter(
    (post) =>
      rule.inCircle(viewer, post.author) &&
      (post.audience !== "PRIVATE" || post.author === viewer) &&
      !rule.screened(viewer, post),
  );
  const forYou = timeline.listForYou(ctx, PAGE).then(({ data }) => data);
  if (viewer === TAG_FOLLOWER) {
    const tagged = posts.filter((post) => rule.hears(viewer, post) && !rule.inCircle(viewer, post.author));
    await expect("for you", ids(timeline.listForYou(ctx, PAGE)), [...circle, ...tagged].map(idOf));
  } else {
    await expect(
      "for you",
      forYou.then((data) => data.filter(({ repostedBy }) => !repostedBy).map(idOf)),
      circle.map(idOf),
    );
  }
  const heardHandles = everybody.filter((who) => !rule.quiet(viewer, who)).map(handleOf);
  const unheard = forYou.then((data) =>
    data.filter(
      ({ author, repostedBy }) =>
        repostedBy && ![author, repostedBy].every(({ handle }) => heardHandles.includes(handle)),
    ),
  );
  await expect("reposts for you", unheard, []);
  for (const channel of ["api", "session"] as const) {
    const marked = posts.filter(
      (post) => world.bookmarks.has(`${viewer}>${post.id}`) && rule.reads(viewer, post, channel),
    );
    await expect("bookmarks", ids(listBookmarks(readerOf(world, viewer, channel) as Context, PAGE)), marked.map(idOf));
  }
  const suggested = listSuggestions(ctx, { limit: 50 }).then((list) => list.map(({ handle }) => handle));
  await expect(
    "suggestions",
    suggested.then((list) => list.filter((handle) => !heardHandles.includes(handle))),
    [],
  );
  const stored = await database().prisma.notification.findMany({ where: { userId: ctx.actor.id, folded: false } });
  const expected = stored.filter(
    ({ actorId }) => !everybody.some((who) => people[who]!.actor.id === actorId && rule.quiet(viewer, who)),
  );
  await expect("notifications", ids(listNotifications(ctx, PAGE)), expected.map(idOf));
  const mentions = expected.filter(({ type }) => MENTIONS.some((mention) => mention === type));
  await expect("mentions", ids(listNotifications(ctx, { ...PAGE, kind: "mentions" })), mentions.map(idOf));
  await expect("unread", countUnread(ctx), expected.length);
  const { blocks, mutes } = world.relations;
  await expect(
    "blocks",
    pageHandles(listBlocks(ctx, PAGE)),
    everybody.filter((who) => blocks.has(`${viewer}>${who}`)).map(handleOf),
  );
  const muted = everybody.filter((who) => mutes.has(`${viewer}>${who}`)).map(handleOf);
  await expect("mutes", pageHandles(listMutes(ctx, PAGE)), muted);
}
