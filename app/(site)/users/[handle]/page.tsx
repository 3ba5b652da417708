import { pageAtCursor } from "@/app/(site)/query-parameters";
import { Timeline } from "@/components/posts/timeline";
import { EmptyState } from "@/components/ui/empty-state";
import { replicaContext } from "@/lib/auth/page-context";
import { listPostsOf } from "@/lib/domain/timeline/queries";
import { readProfile } from "./read-profile";

export default async function PostsTab({ params, searchParams }: PageProps<"/users/[handle]">) {
  const profile = await readProfile((await params).handle);
  if (!profile) return null;
  const { id, handle, name } = profile;
  const { cursor } = await searchParams;
  const ctx = await replicaContext();
  const page = await pageAtCursor(cursor, (cursor) => listPostsOf(ctx, { handle, limit: 20, cursor }));
  if (page.data.length === 0) {
    const own = ctx.actor?.id === id;
    return (
      <EmptyState
        bare
        icon="message-square-dashed"
        title="No posts yet"
        next={own && { href: "/posts/new", label: "Write a post" }}
      >
        {own ? "Your posts will show up here." : `${name}’s posts will show up here.`}
      </EmptyState>
    );
  }
  return (
    <Timeline
      frame="none"
      label={`Posts by ${name}`}
      source={{ route: "GET /api/timeline/users/{handle}/posts", input: { handle } }}
      first={page}
      href={`/users/${handle}`}
    />
  );
}
