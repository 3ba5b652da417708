"use client"; // the browser renders further pages with it, so the first page also sends only its data

import { Icon } from "@/components/ui/icon";
import Link from "next/link";
import { Avatar } from "@/components/ui/avatar";
import type { TimelinePost } from "@/lib/domain/timeline/schema";
import { PostActions } from "./post-actions";
import { PostBody } from "./post-body";
import { PostFrame } from "./post-frame";
import { PostHeader } from "./post-header";

/** A post in a list. */
export function PostCard({ post }: { post: TimelinePost }) {
  const { author } = post;
  return (
    <PostFrame id={post.id} authorId={author.id} href={`/posts/${post.id}`} label={`Post by ${author.name}`}>
      {post.repostedBy && <RepostedBy person={post.repostedBy} />}
      <div className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-3">
        <Link
          href={`/users/${author.handle}`}
          prefetch={false}
          tabIndex={-1}
          aria-hidden
          className="self-start rounded-full"
        >
          <Avatar src={author.image} name={author.name} />
        </Link>
        <div className="min-w-0">
          <PostHeader post={post} />
          <PostBody post={post} place="row" />
          <PostActions post={post} />
        </div>
      </div>
    </PostFrame>
  );
}

function RepostedBy({ person }: { person: NonNullable<TimelinePost["repostedBy"]> }) {
  return (
    <p className="mb-1 grid grid-cols-[2.5rem_minmax(0,1fr)] items-center gap-x-3 text-13 text-muted">
      <Icon name="repeat-2" className="size-4 justify-self-end" />
      <Link
        href={`/users/${person.handle}`}
        prefetch={false}
        className="w-fit max-w-full truncate font-medium hover:underline"
      >
        {person.name} reposted
      </Link>
    </p>
  );
}
