import type { TimelinePost } from "@/lib/domain/writing/posts/schema";

export type Reposted = Pick<TimelinePost, "id" | "metrics" | "viewer">;

/** The mark of a repost, as its button and its menu share it. */
export const repostMark = ({ id, viewer, metrics }: Reposted) => ({
  target: { path: "/api/posts/{id}/repost", params: { id } } as const,
  rendered: { on: viewer.reposted, count: metrics.reposts },
});
