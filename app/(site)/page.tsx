import type { Metadata } from "next";
import { pageAsked } from "@/app/(site)/asked";
import { Composer } from "@/components/posts/composer";
import { FeedTabs } from "@/components/posts/feed-tabs";
import { FreshPosts } from "@/components/posts/fresh-posts";
import { NewerPill } from "@/components/posts/newer-pill";
import { PostCard } from "@/components/posts/post-card";
import { QuietFeed } from "@/components/posts/quiet-feed";
import { Timeline } from "@/components/posts/timeline";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import { isMember, visitorContext } from "@/lib/auth/page-context";
import { listSuggestions } from "@/lib/domain/people/queries";
import { listEveryone, listForYou } from "@/lib/domain/timeline/queries";

/** More than a screen holds; what follows is fetched as it is read. */
const FIRST_POSTS = 10;

export const metadata: Metadata = { alternates: { canonical: "/" } };

export default async function FeedPage({ searchParams }: PageProps<"/">) {
  const { feed: asked, cursor } = await searchParams;
  const ctx = await visitorContext();
  const forYou = isMember(ctx) && asked !== "everyone";
  const feed = forYou ? "for-you" : "everyone";
  const page = await pageAsked(cursor, (cursor) =>
    forYou ? listForYou(ctx, { limit: FIRST_POSTS, cursor }) : listEveryone(ctx, { limit: FIRST_POSTS, cursor }),
  );
  const newest = page.data[0]?.shownAt ?? null;
  return (
    <>
      <VisuallyHidden>
        <h1>Feed</h1>
      </VisuallyHidden>
      <Timeline
        label="Feed"
        frame="top"
        source={`/api/timeline/${feed}`}
        nextCursor={page.nextCursor}
        moreHref={page.nextCursor && `/?${forYou ? "" : "feed=everyone&"}cursor=${page.nextCursor}`}
        above={
          <>
            {newest && !cursor && <NewerPill feed={feed} after={newest} />}
            {ctx.actor && <FeedTabs current={feed} />}
            {ctx.actor && <Composer />}
          </>
        }
        fresh={ctx.actor && <FreshPosts after={newest} onlyPublic={!forYou} />}
      >
        {page.data.map((post) => (
          <PostCard key={post.key} post={post} />
        ))}
        {page.data.length === 0 && <QuietFeed people={await listSuggestions(ctx, { limit: 6 })} />}
      </Timeline>
    </>
  );
}
