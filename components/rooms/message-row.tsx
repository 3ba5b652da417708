"use client";

import clsx from "clsx";
import { Icon } from "@/components/ui/icon";
import Link from "next/link";
import { type ReactNode } from "react";
import { Avatar } from "@/components/ui/avatar";
import { RelativeTime } from "@/components/ui/relative-time";
import type { UserMessage } from "@/lib/domain/rooms/schema";
import { BLOCKED_TEXT } from "./blocked-row";
import { MessageText } from "./message-text";

interface MessageRowProps {
  message: UserMessage;
  /** Whether it follows a message of the same author, and so needs no name and picture. */
  continued: boolean;
  /** Whether it replies to a person whom the viewer has blocked. */
  isQuoteBlocked: boolean;
  onJump: (id: string) => void;
  actions: ReactNode;
  children?: ReactNode;
}

/** A user's message. */
export function MessageRow({ message, continued, isQuoteBlocked, onJump, actions, children }: MessageRowProps) {
  const { author, content, deleted, mentions, replyTo, quote, createdAt } = message;
  return (
    <div
      className={clsx(
        "group/message relative grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3 px-4 hover:bg-ink/2.5 md:px-6",
        continued ? "py-0.5" : "pt-2.5 pb-0.5",
      )}
    >
      {continued ? <span /> : <Avatar src={author.image} name={author.name} size={32} className="mt-0.5" />}
      <div className="min-w-0">
        {continued ? (
          <span className="sr-only">{author.name}</span>
        ) : (
          <p className="flex min-w-0 items-baseline gap-2 pr-9">
            <Link
              href={`/users/${author.handle}`}
              prefetch={false}
              dir="auto"
              className="truncate font-semibold hover:underline"
            >
              {author.name}
            </Link>
            <RelativeTime at={createdAt} className="shrink-0 text-13 text-muted" />
          </p>
        )}
        {replyTo !== null && (
          <button
            type="button"
            onClick={() => onJump(replyTo)}
            className="touch-target mb-0.5 flex max-w-full items-center gap-1.5 rounded-control text-left text-13 text-muted hover:text-ink"
          >
            <Icon name="corner-up-left" className="size-3.5 shrink-0" />
            <span className="sr-only">In reply to </span>
            {isQuoteBlocked ? (
              <span className="italic">{BLOCKED_TEXT.toLowerCase()}</span>
            ) : quote?.content ? (
              <span dir="auto" className="min-w-0 truncate">
                <bdi className="font-medium">{quote.author}</bdi> {quote.content}
              </span>
            ) : (
              <span className="italic">a deleted message</span>
            )}
          </button>
        )}
        {deleted ? (
          <p className="text-muted italic">This message was deleted.</p>
        ) : (
          <MessageText content={content} mentions={mentions} />
        )}
        {children}
      </div>
      {!deleted && (
        <div className="absolute top-1 right-2 rounded-full bg-bg opacity-0 transition-opacity group-focus-within/message:opacity-100 group-hover/message:opacity-100 has-aria-expanded:opacity-100 md:right-4 pointer-coarse:opacity-100">
          {actions}
        </div>
      )}
    </div>
  );
}
