"use client";

import { Icon } from "@/components/ui/icon";
import type { IconName } from "@/components/ui/icon-names";
import Link from "next/link";
import { Avatar } from "@/components/ui/avatar";
import { FormattedNumber } from "@/components/ui/number";
import { ExactTime } from "@/components/ui/relative-time";
import type { TimelinePost } from "@/lib/domain/writing/posts/schema";
import { EditedSign } from "./edited-sign";
import { PostActions } from "./post-actions";
import { PostBody } from "./post-body";
import { AudienceSign, ImportedSign } from "./post-header";
import { PostMenu } from "./post-menu";
import { useLiveCounts } from "./use-live-counts";

export function PostDetail({ post: rendered }: { post: TimelinePost }) {
  const post = useLiveCounts(rendered);
  const { author } = post;
  return (
    <article data-post={post.id} className="border-b border-line px-4 pt-5 pb-1.5 md:px-6">
      <h1 className="sr-only">Post by {author.name}</h1>
      <header className="flex items-center gap-3">
        <Link href={`/users/${author.handle}`} tabIndex={-1} aria-hidden className="rounded-full">
          <Avatar src={author.image} name={author.name} size={48} />
        </Link>
        <div className="min-w-0">
          <Link
            href={`/users/${author.handle}`}
            dir="auto"
            className="block truncate text-17 leading-snug font-semibold hover:underline"
          >
            {author.name}
          </Link>
          <span className="block truncate text-muted">@{author.handle}</span>
        </div>
        <PostMenu post={post} />
      </header>
      <PostBody post={post} place="full" />
      <p className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-13 text-muted">
        <ExactTime at={post.createdAt} />
        {post.imported && <ImportedSign />}
        <EditedSign post={post} withTime />
        <span className="flex items-center gap-1.5">
          <Icon name="eye" className="size-4" />
          <span>
            <FormattedNumber value={post.metrics.views} /> {post.metrics.views === 1 ? "view" : "views"}
          </span>
        </span>
        {LISTED.map(({ name, one, icon }) => (
          <ListLink key={name} href={`/posts/${post.id}/${name}`} icon={icon} count={post.metrics[name]} one={one} />
        ))}
        <AudienceSign audience={post.audience} />
      </p>
      <div className="mt-3 border-t border-line">
        <PostActions post={post} />
      </div>
    </article>
  );
}

const LISTED = [
  { name: "likes", one: "like", icon: "heart" },
  { name: "reposts", one: "repost", icon: "repeat-2" },
  { name: "quotes", one: "quote", icon: "quote" },
] as const;

interface ListLinkProps {
  href: string;
  icon: IconName;
  count: number;
  /** What one of them is called. */
  one: string;
}

/** A count that leads to who or what was counted. */
function ListLink({ href, icon, count, one }: ListLinkProps) {
  if (count === 0) return null;
  return (
    <Link href={href} className="touch-target flex items-center gap-1.5 hover:underline">
      <Icon name={icon} className="size-4" />
      <span>
        <FormattedNumber value={count} /> {count === 1 ? one : `${one}s`}
      </span>
    </Link>
  );
}
