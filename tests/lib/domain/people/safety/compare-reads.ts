import { getBuild } from "@/lib/domain/writing/builds/queries";
import { listBuildComments } from "@/lib/domain/writing/builds/comments";
import { listComments } from "@/lib/domain/writing/comments/queries";
import { listFollowers, listFollowing } from "@/lib/domain/people/graph/queries";
import { listFollowedBy, listFollowersOf } from "@/lib/domain/people/directory/queries";
import { getPost, listFeed, listPublicPosts } from "@/lib/domain/writing/posts/queries";
import { listQuotes } from "@/lib/domain/writing/posts/quotes";
import { findBuilds, searchBuilds } from "@/lib/domain/people/search/builds";
import { findTags, searchTags } from "@/lib/domain/people/search/tags";
import { getTag, listTagTimeline } from "@/lib/domain/writing/tags/queries";
import { searchPeople, searchPosts } from "@/lib/domain/people/search/queries";
import * as timeline from "@/lib/domain/writing/posts/timeline";
import { getBranch } from "@/lib/domain/writing/comments/threads";
import { getProfileOf, getPublicProfile } from "@/lib/domain/accounts/users/profile";
import { countNewer } from "@/lib/domain/writing/posts/timeline";
import { type ModelComment, VISITOR, type Who } from "./model";
import { readerOf, type World } from "./world";
import { compareMemberReads } from "./compare-member-reads";
import { type Expect, idOf, ids, PAGE, pageHandles, reads, sorted } from "./expectations";

/**
 * Compares lists, counts and reads by id with the rule, for each person and a visitor, where several conditions meet.
 * `lists.test.ts` holds every list to the conditions one by one.
 */
export async function compareReads(world: World): Promise<number> {
  let compared = 0;
  for (const viewer of [...world.people.keys(), VISITOR])
    await compareReadsOf(world, viewer, async (name, read, expected) => {
      const where = `World ${world.seed}, viewer ${viewer}: ${name}`;
      const shown = await read.catch((error: unknown) => {
        throw new Error(`${where} throws ${String(error)}`, { cause: error });
      });
      const [found, right] = [shown, expected].map((value) => JSON.stringify(sorted(value)));
      compared += 1;
      if (found !== right) throw new Error(`${where} shows ${found}, not ${right}`);
    });
  return compared;
}

const slugOf = ({ slug }: { slug: string }) => slug;
const slugs = (read: Promise<{ data: { slug: string }[] }>) => read.then(({ data }) => data.map(slugOf));
const handlesOf = (people: { handle: string }[]) => people.map(({ handle }) => handle);

async function compareReadsOf(world: World, viewer: Who, expect: Expect): Promise<void> {
  const { rule, people, posts, comments, builds } = world;
  const session = readerOf(world, viewer, "session");
  const isMember = viewer !== VISITOR;
  const channels = isMember ? (["api", "session"] as const) : (["session"] as const);
  const handleOf = (who: Who) => people[who]!.actor.handle;
  const everybody = [...people.keys()];
  const visible = everybody.filter((who) => !rule.apart(viewer, who));
  const heard = posts.filter((post) => rule.hears(viewer, post));

  await expect("the feed", ids(listFeed(session, PAGE)), heard.map(idOf));
  await expect("everyone", ids(timeline.listEveryone(session, PAGE)), heard.map(idOf));
  await expect("posts found", ids(searchPosts(session, { q: "zebra", ...PAGE })), heard.map(idOf));
  await expect("posts with a tag", ids(listTagTimeline(session, { tag: "zebra", ...PAGE })), heard.map(idOf));
  const audible = posts.filter(({ author, audience }) => audience === "PUBLIC" && !rule.quiet(viewer, author));
  const counted = getTag(session, { tag: "zebra" }).then(({ posts, people, name }) => ({ posts, people, name }));
  await expect("a tag", counted, {
    posts: audible.length,
    people: new Set(audible.map(({ author }) => author)).size,
    name: audible.length > 0 ? "Zebra" : "zebra",
  });
  const tags = searchTags(session, { q: "ze", limit: 5 }).then((found) => found.map(({ tag }) => tag));
  await expect("tags found", tags, audible.length > 0 ? ["zebra"] : []);
  const namesOfTags = findTags(session, { q: "#Ze", limit: 5 }).then(({ data }) => data.map(({ tag }) => tag));
  await expect("tags found by a search", namesOfTags, audible.length > 0 ? ["zebra"] : []);
  await expect("posts since a day", ids(searchPosts(session, { q: "after:2020-01-01", ...PAGE })), heard.map(idOf));
  await expect("posts before a day", ids(searchPosts(session, { q: "zebra before:2020-01-01", ...PAGE })), []);
  const beekeepers = searchPeople(session, { q: "beekeeper", limit: 50 }).then(handlesOf);
  await expect("people found by their bios", beekeepers, visible.map(handleOf));
  const open = builds.filter(({ author }) => !rule.apart(viewer, author));
  await expect("builds found", slugs(searchBuilds(session, { q: "oak", ...PAGE })), open.map(slugOf));
  for (const who of everybody) {
    const own = heard.filter(({ author }) => author === who);
    const theirs = open.filter(({ author }) => author === who);
    for (const q of [`from:${handleOf(who)}`, `zebra from:${handleOf(who)}`])
      await expect("posts found by their author", ids(searchPosts(session, { q, ...PAGE })), own.map(idOf));
    const q = `oak from:${handleOf(who)}`;
    await expect("builds found by their author", slugs(findBuilds(session, { q, ...PAGE })), theirs.map(slugOf));
  }
  const newer = countNewer(session, { after: new Date(0), feed: "everyone" });
  await expect("newer", newer, { count: heard.filter(({ author }) => author !== viewer).length });

  for (const { slug, author } of builds) {
    const isOpen = !rule.apart(viewer, author);
    await expect("a build", reads(getBuild(session, { slug })), isOpen);
    const said = world.buildComments.filter(
      (one) => one.build === slug && !rule.apart(viewer, one.author) && !rule.unwanted(viewer, one),
    );
    await expect(
      "comments on a build",
      ids(listBuildComments(session, { slug, ...PAGE })),
      isOpen ? said.map(idOf) : "not found",
    );
  }
  const isListed = (one: ModelComment) => rule.comments(viewer, one) && !rule.unwanted(viewer, one);
  for (const channel of channels) {
    const ctx = readerOf(world, viewer, channel);
    for (const post of posts) {
      const may = rule.reads(viewer, post, channel);
      const top = comments.filter((one) => one.post === post && one.parent === null && isListed(one));
      await expect("a post", reads(getPost(ctx, post)), may);
      if (may) {
        const isPreviewed = getPost(ctx, post).then(({ preview }) => preview !== null);
        await expect("a preview", isPreviewed, rule.previews(viewer, post, channel));
        const quoted = getPost(ctx, post).then(({ quote }) => quote && [quote.id, quote.post?.id ?? null]);
        const { quotes } = post;
        await expect("a quote", quoted, quotes && [quotes.id, rule.quoted(viewer, post, channel)?.id ?? null]);
      }
      const quoting = posts.filter(
        ({ quotes, author, audience, text }) =>
          quotes === post &&
          audience === "PUBLIC" &&
          !rule.apart(viewer, author) &&
          !rule.apart(author, post.author) &&
          !rule.unwanted(viewer, { author, text }),
      );
      await expect("quotes", ids(listQuotes(ctx, { id: post.id, ...PAGE })), may ? quoting.map(idOf) : "not found");
      await expect("comments", ids(listComments(ctx, { id: post.id, ...PAGE })), may ? top.map(idOf) : "not found");
    }
    for (const { id, post, ...comment } of comments) {
      const may = rule.reads(viewer, post, channel);
      const shown = may && rule.comments(viewer, { id, post, ...comment });
      await expect("a comment", reads(getBranch(ctx, { id: post.id, commentId: id })), shown);
      const replies = comments.filter((one) => shown && one.parent?.id === id && isListed(one));
      const listed = ids(listComments(ctx, { id: post.id, parent_id: id, ...PAGE }));
      await expect("replies", listed, may ? replies.map(idOf) : "not found");
    }
  }
  for (const post of posts)
    await expect("a post's page", reads(timeline.getTimelinePost(session, post)), rule.reads(viewer, post, "session"));
  for (const who of everybody) {
    const handle = handleOf(who);
    const isVisible = visible.includes(who);
    const unlessHidden = (expected: unknown) => (isVisible ? expected : "not found");
    await expect("a profile", reads(getPublicProfile(session, { handle })), isVisible);
    await expect("a profile's page", reads(getProfileOf(session, { handle })), isVisible);
    const open = posts.filter(({ author, audience }) => author === who && audience === "PUBLIC");
    await expect("public posts", ids(listPublicPosts(session, { handle, ...PAGE })), unlessHidden(open.map(idOf)));
    const ofPage = timeline.listPostsOf(session, { handle, ...PAGE }).then(({ data }) => data);
    const own = posts.filter((post) => post.author === who && rule.reads(viewer, post, "session"));
    await expect(
      "posts of a page",
      ofPage.then((data) => data.filter(({ repostedBy }) => !repostedBy).map(idOf)),
      own.map(idOf),
    );
    const alien = ofPage.then((data) =>
      data.filter(({ author }) => !visible.some((one) => handleOf(one) === author.handle)),
    );
    await expect("reposts of a page", alien, []);
    const { follows } = world.relations;
    const followers = visible.filter((one) => follows.has(`${one}>${who}`)).map(handleOf);
    const followed = visible.filter((one) => follows.has(`${who}>${one}`)).map(handleOf);
    for (const list of [listFollowers, listFollowersOf])
      await expect("followers", pageHandles(list(session, { handle, ...PAGE })), unlessHidden(followers));
    for (const list of [listFollowing, listFollowedBy])
      await expect("followed", pageHandles(list(session, { handle, ...PAGE })), unlessHidden(followed));
  }
  if (isMember) await compareMemberReads(world, viewer, expect);
}
