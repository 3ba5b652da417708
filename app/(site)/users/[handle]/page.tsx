import { MessageSquareDashed } from "lucide-react";
import { pageAsked } from "@/app/(site)/asked";
import { PostCard } from "@/components/posts/post-card";
import { Timeline } from "@/components/posts/timeline";
import { NothingHere } from "@/components/profile/nothing-here";
import { LinkButton } from "@/components/ui/link-button";
import { visitorContext } from "@/lib/auth/page-context";
import { listPostsOf } from "@/lib/domain/timeline/queries";
import { readProfile } from "./read-profile";

export default async function PostsTab({ params, searchParams }: PageProps<"/users/[handle]">) {
  const { id, handle, name } = await readProfile((await params).handle);
  const { cursor } = await searchParams;
  const ctx = await visitorContext();
  const page = await pageAsked(cursor, (cursor) => listPostsOf(ctx, { handle, limit: 20, cursor }));
  if (page.data.length === 0) {
    const own = ctx.actor?.id === id;
    return (
      <NothingHere
        icon={<MessageSquareDashed />}
        title="Nothing pinned up yet"
        action={
          own && (
            <LinkButton href="/posts/new" variant="primary">
              Write a post
            </LinkButton>
          )
        }
      >
        {own ? "What you post stands here." : `What ${name} posts will stand here.`}
      </NothingHere>
    );
  }
  return (
    <Timeline
      frame="none"
      label={`Posts by ${name}`}
      source={`/api/timeline/users/${handle}/posts`}
      nextCursor={page.nextCursor}
      moreHref={page.nextCursor && `/users/${handle}?cursor=${page.nextCursor}`}
    >
      {page.data.map((post) => (
        <PostCard key={post.key} post={post} />
      ))}
    </Timeline>
  );
}
