import clsx from "clsx";
import { Icon } from "@/components/ui/icon";
import Link from "next/link";
import { useRouter } from "next/navigation";
import type { MouseEvent, ReactNode } from "react";
import { useStore } from "zustand/react";
import type { TimelinePost } from "@/lib/domain/writing/posts/schema";
import { blockOffline } from "@/components/shell/block-offline";
import { PersonAvatar } from "@/components/profile/person-link";
import { PostActions } from "./post-actions";
import { PostBody } from "./post-body";
import { PostHeader } from "./post-header";
import { removedPosts } from "./edited-posts";

export function PostCard({ post, className }: { post: TimelinePost; className?: string }) {
  const { author } = post;
  return (
    <PostFrame
      id={post.id}
      authorId={author.id}
      href={`/posts/${post.id}`}
      label={`Post by ${author.name}`}
      className={className}
    >
      {post.repostedBy && <RepostedBy person={post.repostedBy} />}
      <div className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-3">
        <PersonAvatar person={author} className="self-start" />
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

interface PostFrameProps {
  id: string;
  authorId: string;
  /** The target of a click on the row's free space; keyboards use the time's link. */
  href: string;
  label: string;
  className?: string;
  children: ReactNode;
}

/** The frame of a post in a list. Removed when the post is deleted or its author hidden. */
function PostFrame({ id, authorId, href, label, className, children }: PostFrameProps) {
  const router = useRouter();
  const isRemoved = useStore(removedPosts, (ids) => ids.has(id) || ids.has(authorId));
  if (isRemoved) return null;

  function open(event: MouseEvent<HTMLElement>) {
    const { target, currentTarget } = event;
    // React bubbles events of menus and dialogs in portals too.
    const onRow =
      target instanceof Element &&
      currentTarget.contains(target) &&
      !target.closest("a, button, input, textarea, form");
    if (event.defaultPrevented || !onRow || getSelection()?.toString()) return;
    if (event.metaKey || event.ctrlKey) window.open(href, "_blank", "noopener");
    else if (!blockOffline(href)) router.push(href);
  }

  return (
    // The row only enlarges the target of the time's link, so keyboards need nothing more.
    <article aria-label={label} tabIndex={-1} data-post={id} onClick={open} className={clsx("post-row", className)}>
      {children}
    </article>
  );
}
