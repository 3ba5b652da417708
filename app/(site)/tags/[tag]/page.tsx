import type { Metadata } from "next";
import { cache } from "react";
import { pageAtCursor } from "@/app/(site)/query-parameters";
import { Timeline } from "@/components/posts/timeline";
import { TagActions } from "@/components/tags/tag-actions";
import { tagHref } from "@/components/tags/tag-href";
import { EmptyState } from "@/components/ui/empty-state";
import { formatNumber } from "@/components/ui/number";
import { PageHeading } from "@/components/ui/section";
import { isMember, orNotFound, replicaContext } from "@/lib/auth/page-context";
import { DAY_MS } from "@/lib/domain/kernel/durations";
import { findMutedWord } from "@/lib/domain/people/safety/words";
import { isModerator } from "@/lib/domain/accounts/guards/staff";
import { isTagHidden } from "@/lib/domain/writing/tags/moderation";
import { getTag, listTagTimeline } from "@/lib/domain/writing/tags/queries";
import { COUNTED_MS, MAX_COUNTED } from "@/lib/domain/writing/tags/rules";
import type { Tag } from "@/lib/domain/writing/tags/schema";

type Props = PageProps<"/tags/[tag]">;

const readTag = cache(async (tag: string) => orNotFound(getTag(await replicaContext(), { tag })));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { tag, name, posts } = await readTag(decoded((await params).tag));
  return { title: `#${name}`, alternates: { canonical: tagHref(tag) }, robots: { index: posts > 0 } };
}

export default async function TagPage({ params, searchParams }: Props) {
  const { cursor } = await searchParams;
  const tag = await readTag(decoded((await params).tag));
  const ctx = await replicaContext();
  const member = isMember(ctx) ? ctx : undefined;
  const [page, mutedBy, hidden] = await Promise.all([
    pageAtCursor(cursor, (cursor) => listTagTimeline(ctx, { tag: tag.tag, limit: 20, cursor })),
    member && findMutedWord(member, `#${tag.tag}`),
    member && isModerator(member.actor.role) ? isTagHidden(member, tag.tag) : undefined,
  ]);
  return (
    <>
      <PageHeading title={`#${tag.name}`} actions={<TagActions tag={tag} mutedBy={mutedBy} hidden={hidden} />}>
        {usage(tag)}
      </PageHeading>
      {page.data.length === 0 && page.nextCursor === null ? (
        <EmptyState
          icon="message-square-dashed"
          title={mutedBy ? "You muted this tag" : "No posts yet"}
          next={!mutedBy && { href: "/posts/new", label: "Write a post" }}
        >
          {mutedBy ? "Posts with it stay out of your lists." : "Public posts with this tag will show up here."}
        </EmptyState>
      ) : (
        <Timeline
          label={`Posts with #${tag.name}`}
          source={{ route: "GET /api/timeline/tags/{tag}/posts", input: { tag: tag.tag } }}
          first={page}
          href={tagHref(tag.tag)}
        />
      )}
    </>
  );
}

function usage({ posts, people }: Tag): string {
  if (posts === 0) return `No posts in the last ${COUNTED_MS / DAY_MS} days.`;
  const count = posts === MAX_COUNTED ? `More than ${formatNumber(posts)}` : formatNumber(posts);
  return `${count} ${posts === 1 ? "post" : "posts"} by ${formatNumber(people)} ${people === 1 ? "person" : "people"} in the last ${COUNTED_MS / DAY_MS} days.`;
}

/** A page's parameter as it was typed. Next.js passes it as it stands in the address. */
function decoded(parameter: string): string {
  try {
    return decodeURIComponent(parameter);
  } catch {
    return "";
  }
}
