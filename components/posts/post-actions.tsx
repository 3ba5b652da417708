"use client";

import { Icon } from "@/components/ui/icon";
import Link from "next/link";
import { useState } from "react";
import { LikeButton, MarkButton } from "@/components/marks/mark-button";
import { FormattedNumber } from "@/components/ui/number";
import { toastStore } from "@/components/ui/toast-store";
import type { TimelinePost } from "@/lib/domain/writing/posts/schema";
import { useCommentCount } from "./comment-counts";
import { RepostButton } from "./repost-button";

export function PostActions({ post }: { post: TimelinePost }) {
  const { id, audience, content, metrics, viewer } = post;
  const params = { id };
  const comments = useCommentCount(id, metrics.comments);
  return (
    <div className="mt-1.5 -ml-2 flex max-w-110 flex-wrap items-center justify-between pr-1">
      <Link
        href={`/posts/${id}#comments`}
        prefetch={false}
        aria-label={`Comments, ${comments}`}
        className="action touch-target"
      >
        <Icon name="message-circle" />
        <span aria-hidden className="min-w-[2ch]">
          {comments > 0 && <FormattedNumber value={comments} compact />}
        </span>
      </Link>
      {audience === "PUBLIC" ? <RepostButton post={post} /> : <span className="w-14" />}
      <LikeButton
        target={{ path: "/api/posts/{id}/like", params }}
        rendered={{ on: viewer.liked, count: metrics.likes }}
      />
      <MarkButton
        target={{ path: "/api/posts/{id}/bookmark", params }}
        rendered={{ on: viewer.bookmarked, count: 0 }}
        labels={BOOKMARK}
        counted={false}
        icon={(on) => <Icon name="bookmark" className={on ? "fill-current" : undefined} />}
      />
      <ShareButton path={`/posts/${id}`} text={content} />
    </div>
  );
}

const BOOKMARK = { off: "Bookmark", on: "Bookmarked", visitor: "Sign in to bookmark" };

function ShareButton({ path, text }: { path: string; text: string }) {
  const [copied, setCopied] = useState(false);

  async function share() {
    if (matchMedia("(pointer: coarse)").matches && "share" in navigator) {
      // Closing the sheet rejects.
      await navigator.share({ url: new URL(path, location.origin).href, text }).catch(() => undefined);
    } else if (await copyLink(path)) {
      setCopied(true);
      setTimeout(setCopied, 2_000, false);
    }
  }

  return (
    <button type="button" aria-label="Share" onClick={share} className="action touch-target">
      {copied ? <Icon name="check" className="text-good" /> : <Icon name="share" />}
    </button>
  );
}

/** Copies the absolute URL of one of our pages, and says so. */
export async function copyLink(path: string): Promise<boolean> {
  const url = new URL(path, location.origin).href;
  const copied = await navigator.clipboard.writeText(url).then(
    () => true,
    () => false,
  );
  toastStore.add(
    copied ? { text: "Link copied.", tone: "good" } : { text: `Copy the link from here: ${url}`, tone: "plain" },
  );
  return copied;
}
