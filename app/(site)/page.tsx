import type { Metadata } from "next";
import { pageAtCursor } from "@/app/(site)/query-parameters";
import { Composer } from "@/components/posts/composer";
import { FreshPosts } from "@/components/posts/fresh-posts";
import { NewerPill } from "@/components/posts/newer-pill";
import { EmptyFeed } from "@/components/posts/empty-feed";
import { Timeline } from "@/components/posts/timeline";
import { Welcome } from "@/components/plinko/welcome";
import { LinkTabs } from "@/components/ui/link-tabs";
import { isMember, replicaContext } from "@/lib/auth/page-context";
import { currentSite } from "@/lib/domain/deployment/site/current";
import { listOwnFollowing } from "@/lib/domain/people/graph/queries";
import { listSuggestions } from "@/lib/domain/people/directory/queries";
import { listEveryone, listForYou } from "@/lib/domain/writing/posts/timeline";
import type { FeedName } from "@/lib/domain/writing/posts/schema";

/** More than fits on a screen; further posts are loaded on scroll. */
const FIRST_POSTS = 10;

export const metadata: Metadata = { alternates: { canonical: "/" } };

export default async function FeedPage({ searchParams }: PageProps<"/">) {
  const { feed: asked, cursor } = await searchParams;
  const ctx = await replicaContext();
  const forYou = isMember(ctx) && asked !== "everyone";
  const feed = forYou ? "for-you" : "everyone";
  const page = await pageAtCursor(cursor, (cursor) =>
    forYou ? listForYou(ctx, { limit: FIRST_POSTS, cursor }) : listEveryone(ctx, { limit: FIRST_POSTS, cursor }),
  );
  const isWelcome = !isMember(ctx) && !cursor;
  const newest = page.data[0]?.shownAt ?? null;
  return (
    <>
      {isWelcome ? (
        <Welcome site={(await currentSite()).name} />
      ) : (
        <span className="sr-only">
          <h1>Feed</h1>
        </span>
      )}
      <Timeline
        label="Feed"
        frame={isWelcome ? "sheet" : "top"}
        source={{ route: `GET /api/timeline/${feed}` }}
        first={page}
        href={forYou ? "/" : "/?feed=everyone"}
        above={
          <>
            {newest && !cursor && <NewerPill feed={feed} after={newest} />}
            {ctx.actor && <FeedTabs current={feed} />}
            {ctx.actor && <Composer />}
          </>
        }
        fresh={ctx.actor && <FreshPosts after={newest} onlyPublic={!forYou} />}
      >
        {page.data.length === 0 && page.nextCursor === null && (
          <EmptyFeed
            people={await listSuggestions(ctx, { limit: 6 })}
            follows={isMember(ctx) && (await listOwnFollowing(ctx, { limit: 1 })).data.length > 0}
          />
        )}
      </Timeline>
    </>
  );
}

function FeedTabs({ current }: { current: FeedName }) {
  return (
    <div className="px-1 *:-mb-px *:border-b-0 md:px-4">
      <LinkTabs
        label="Feed"
        tabs={[
          { href: "/", label: "For you", current: current === "for-you" },
          { href: "/?feed=everyone", label: "Everyone", current: current === "everyone" },
        ]}
      />
    </div>
  );
}
