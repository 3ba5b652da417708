import type { Context } from "@/lib/domain/kernel/context";
import { readComments } from "@/lib/domain/writing/comments/queries";
import type { Comment } from "@/lib/domain/writing/comments/schema";
import { listEvents } from "@/lib/domain/consequences/events/queries";
import { listNotifications } from "@/lib/domain/consequences/notifications/queries";
import type { Page } from "@/lib/domain/kernel/page/schema";
import { readPosts } from "@/lib/domain/writing/posts/queries";
import type { Post } from "@/lib/domain/writing/posts/schema";
import type { Included } from "./rules";
import type { ListedEvent, ListedNotification } from "./schema";

interface Including {
  include?: readonly Included[];
}

/** What an item of a list is about. */
interface Subject {
  postId?: string;
  commentId?: string;
}

/** Lists the caller's notifications with the posts and comments that they are about. */
export async function listNotificationsIncluding(
  ctx: Context,
  { include, ...request }: Parameters<typeof listNotifications>[1] & Including,
): Promise<Page<ListedNotification>> {
  return withIncluded(ctx, include, await listNotifications(ctx, request), ({ link }) => subjectOf(link));
}

/** Lists the caller's events with the posts and comments that they are about. */
export async function listEventsIncluding(
  ctx: Context,
  { include, ...request }: Parameters<typeof listEvents>[1] & Including,
): Promise<Page<ListedEvent>> {
  return withIncluded(ctx, include, await listEvents(ctx, request), subjectOfEvent);
}

/** Of a quote, the post is the one that quotes. */
function subjectOfEvent({ data: { postId, quoteId = postId, commentId } }: ListedEvent): Subject {
  return {
    postId: typeof quoteId === "string" ? quoteId : undefined,
    commentId: typeof commentId === "string" ? commentId : undefined,
  };
}

/** The post of `/posts/{id}`, and the comment of `/posts/{id}#{commentId}`. */
function subjectOf(link: string): Subject {
  const [, postId, commentId] = /^\/posts\/([^/#]+)(?:#(.+))?$/.exec(link) ?? [];
  return { postId, commentId };
}

/** Reads all posts of a page at once, and all comments, under the rules of reading each by itself. */
async function withIncluded<Item extends object>(
  ctx: Context,
  include: readonly Included[] = [],
  { data, nextCursor }: Page<Item>,
  subjectOfItem: (item: Item) => Subject,
): Promise<Page<Item & { post?: Post | null; comment?: Comment | null }>> {
  const subjects = data.map(subjectOfItem);
  const ids = (name: keyof Subject) => [...new Set(subjects.flatMap((subject) => subject[name] ?? []))];
  const [posts, comments] = await Promise.all([
    include.includes("post") && readPosts(ctx, ids("postId")).then(byId),
    include.includes("comment") && readComments(ctx, ids("commentId")).then(byId),
  ]);
  return {
    data: data.map((item, index) => ({
      ...item,
      ...(posts && { post: posts.get(subjects[index]?.postId ?? "") ?? null }),
      ...(comments && { comment: comments.get(subjects[index]?.commentId ?? "") ?? null }),
    })),
    nextCursor,
  };
}

const byId = <Resource extends { id: string }>(resources: Resource[]) =>
  new Map(resources.map((resource) => [resource.id, resource]));
