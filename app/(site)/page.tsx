import type { Metadata } from "next";
import type { ReactNode } from "react";
import { pageAtCursor } from "@/app/(site)/query-parameters";
import { ConfirmEmailLine } from "@/components/account/email/confirm-email-line";
import { Welcome } from "@/components/plinko/welcome";
import { Composer } from "@/components/posts/composer";
import { KeepSuggestions } from "@/components/posts/fill-feed";
import { FirstPostNudge } from "@/components/posts/first-post-nudge";
import { FreshPosts } from "@/components/posts/fresh-posts";
import { NewerPill } from "@/components/posts/newer-pill";
import { EmptyFeed, PeopleToFollow } from "@/components/posts/people-to-follow";
import { Timeline } from "@/components/posts/timeline";
import { LinkTabs } from "@/components/ui/link-tabs";
import { isMember, replicaContext } from "@/lib/auth/page-context";
import { findAddressToConfirm } from "@/lib/domain/accounts/lifecycle/verification";
import { currentSite } from "@/lib/domain/deployment/site/current";
import type { Context } from "@/lib/domain/kernel/context";
import { listSuggestions } from "@/lib/domain/people/directory/queries";
import { getFirstSteps } from "@/lib/domain/play/progression/first-steps";
import { FIRST_FOLLOWS } from "@/lib/domain/play/progression/rules";
import { listEveryone, listForYou } from "@/lib/domain/writing/posts/timeline";
import type { FeedName } from "@/lib/domain/writing/posts/schema";

/** More than fits on a screen; further posts are loaded on scroll. */
const FIRST_POSTS = 10;

export const metadata: Metadata = { alternates: { canonical: "/" } };

type Cursor = Awaited<PageProps<"/">["searchParams"]>[string];
type FirstPage = Awaited<ReturnType<typeof listEveryone>>;

export default async function FeedPage({ searchParams }: PageProps<"/">) {
  const { feed, cursor } = await searchParams;
  const ctx = await replicaContext();
  if (isMember(ctx) && feed !== "everyone") return <ForYou ctx={ctx} cursor={cursor} />;
  const page = await pageAtCursor(cursor, (cursor) => listEveryone(ctx, { limit: FIRST_POSTS, cursor }));
  const welcome = !isMember(ctx) && !cursor && <Welcome site={(await currentSite()).name} />;
  return (
    <Feed name="everyone" page={page} cursor={cursor} heading={welcome} isMember={isMember(ctx)}>
      {isEmpty(page) && <EmptyFeed />}
    </Feed>
  );
}

/** On its first page, it also says what a newcomer has yet to do. */
async function ForYou({ ctx, cursor }: { ctx: Context; cursor: Cursor }) {
  const [page, steps, address] = await Promise.all([
    pageAtCursor(cursor, (cursor) => listForYou(ctx, { limit: FIRST_POSTS, cursor })),
    getFirstSteps(ctx),
    findAddressToConfirm(ctx),
  ]);
  const people = isEmpty(page) || steps.needsPeople ? await listSuggestions(ctx, { limit: FIRST_FOLLOWS }) : [];
  const isFirst = !cursor;
  return (
    <Feed
      name="for-you"
      page={page}
      cursor={cursor}
      isMember
      heading={isFirst && address !== null && <ConfirmEmailLine email={address} />}
      nudge={isFirst && steps.needsPost && <FirstPostNudge />}
      suggestions={
        <KeepSuggestions>
          {isFirst && (people.length > 0 || isEmpty(page)) && (
            <PeopleToFollow isQuiet={isEmpty(page) && steps.follows} people={people} />
          )}
        </KeepSuggestions>
      }
    />
  );
}

interface FeedProps {
  name: FeedName;
  page: FirstPage;
  cursor: Cursor;
  isMember: boolean;
  /** Shown above the feed. */
  heading: ReactNode;
  nudge?: ReactNode;
  suggestions?: ReactNode;
  children?: ReactNode;
}

function Feed({ name, page, cursor, isMember, heading, nudge, suggestions, children }: FeedProps) {
  const newest = page.data[0]?.shownAt ?? null;
  return (
    <>
      {(isMember || !heading) && (
        <span className="sr-only">
          <h1>Feed</h1>
        </span>
      )}
      {heading}
      <Timeline
        label="Feed"
        frame={heading ? "sheet" : "top"}
        source={{ route: `GET /api/timeline/${name}` }}
        first={page}
        href={name === "for-you" ? "/" : "/?feed=everyone"}
        above={
          <>
            {newest && !cursor && <NewerPill feed={name} after={newest} />}
            {isMember && <FeedTabs current={name} />}
            {isMember && (
              <div>
                {nudge}
                <Composer />
              </div>
            )}
          </>
        }
        fresh={
          isMember && (
            <>
              <FreshPosts after={newest} onlyPublic={name === "everyone"} />
              {suggestions}
            </>
          )
        }
      >
        {children}
      </Timeline>
    </>
  );
}

function isEmpty({ data, nextCursor }: FirstPage): boolean {
  return data.length === 0 && nextCursor === null;
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
