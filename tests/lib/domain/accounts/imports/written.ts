import type { Context } from "@/lib/domain/kernel/context";
import { readExport } from "@/tests/support/export";

/** What an export says of what was written, without ids and counts, which differ from account to account. */
export async function writtenBy(person: Context) {
  const { account, ...lists } = await readExport(person);
  const idOf = (rows: Record<string, unknown>[], id: unknown) => rows.findIndex((row) => row.id === id);
  const pick = (row: Record<string, unknown>, names: string) =>
    Object.fromEntries(names.split(" ").map((name) => [name, row[name]]));
  /** Without those whose parent is not the account's. */
  const comments = lists.comments.filter(({ parentId }) => parentId === null || idOf(lists.comments, parentId) >= 0);
  const media = lists.media
    .filter(({ postId, buildId }) => postId ?? buildId)
    .map((image) => ({
      ...pick(image, "role position contentType width height bytes alt"),
      post: idOf(lists.posts, image.postId),
      build: idOf(lists.builds, image.buildId),
    }))
    .toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)));
  return {
    bio: account.bio,
    posts: lists.posts.map((post) => ({
      ...pick(post, "content warning audience createdAt editedAt tags"),
      quote: idOf(lists.posts, post.quoteId),
      pinned: post.pinnedAt !== null,
    })),
    versions: lists.postVersions.map((version) => ({
      ...pick(version, "version content warning createdAt postedAt"),
      post: idOf(lists.posts, version.postId),
      alts: Object.values(version.alts as Record<string, string>),
    })),
    media,
    comments: comments.map((comment) => ({
      ...pick(comment, "content createdAt editedAt repliesCount"),
      post: idOf(lists.posts, comment.postId),
      parent: idOf(comments, comment.parentId),
    })),
    following: lists.following.map(({ handle }) => handle).toSorted(),
    builds: lists.builds.map((build) => ({
      ...pick(build, "title description categorySlug repoUrl demoUrl technologies price publishedAt updatedAt"),
      readme: String(build.readme).replace(/media_\w+/g, "media"),
    })),
  };
}
