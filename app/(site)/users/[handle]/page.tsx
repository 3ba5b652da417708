import { Timeline } from "@/components/posts/timeline";
import { EmptyState } from "@/components/ui/empty-state";
import { PinnedPost } from "@/components/posts/pinned-post";
import { getPinnedPost, listPostsOf } from "@/lib/domain/writing/posts/timeline";
import { readTab } from "./read-profile";

export default async function PostsTab(props: PageProps<"/users/[handle]">) {
  const tab = await readTab(props, (ctx, of) =>
    Promise.all([
      listPostsOf(ctx, { ...of, limit: 20 }),
      of.cursor === undefined ? getPinnedPost(ctx, { handle: of.handle }) : null,
    ]),
  );
  if (!tab) return null;
  const { handle, name, isOwn } = tab;
  const [posts, pinned] = tab.page;
  if (posts.data.length === 0) {
    return (
      <EmptyState
        bare
        icon="message-square-dashed"
        title="No posts yet"
        next={isOwn && { href: "/posts/new", label: "Write a post" }}
      >
        {isOwn ? "Your posts will show up here." : `${name}’s posts will show up here.`}
      </EmptyState>
    );
  }
  return (
    <Timeline
      frame="none"
      above={pinned && <PinnedPost post={pinned} />}
      label={`Posts by ${name}`}
      source={{ route: "GET /api/timeline/users/{handle}/posts", input: { handle } }}
      first={posts}
      href={`/users/${handle}`}
    />
  );
}
