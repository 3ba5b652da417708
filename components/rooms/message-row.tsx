import clsx from "clsx";
import type { ReactNode } from "react";
import { Icon } from "@/components/ui/icon";
import { Avatar } from "@/components/ui/avatar";
import { RelativeTime } from "@/components/ui/relative-time";
import type { RoomMember, UserMessage } from "@/lib/domain/play/rooms/schema";
import { type Mentioned, textParts } from "@/components/posts/text-parts";
import { TextPart } from "@/components/posts/post-text";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { MoreButton } from "@/components/ui/button";
import { PersonName } from "@/components/profile/person-link";

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
            <PersonName person={author} className="font-semibold" />
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

function MessageText({ content, mentions }: { content: string; mentions: Mentioned | null }) {
  return (
    <p dir="auto" className="text-15 wrap-anywhere whitespace-pre-wrap">
      {textParts(content, mentions).map((part, index) => (
        <TextPart key={index} part={part} />
      ))}
    </p>
  );
}

interface ReactionsProps {
  message: UserMessage;
  viewerId: string;
  members: readonly RoomMember[];
  onReact: (emoji: string) => void;
}

export function Reactions({ message, viewerId, members, onReact }: ReactionsProps) {
  const entries = Object.entries(message.reactions);
  if (entries.length === 0) return null;
  return (
    <ul aria-label="Reactions" className="mt-1 flex flex-wrap gap-1">
      {entries.map(([emoji, userIds]) => {
        const mine = userIds.includes(viewerId);
        return (
          <li key={emoji}>
            <button
              type="button"
              aria-pressed={mine}
              aria-label={`${emoji} ${userIds.length}`}
              title={namesOf(userIds, members)}
              onClick={() => onReact(emoji)}
              className={clsx(
                "touch-target flex h-7 items-center gap-1 rounded-full border px-2 text-13",
                mine ? "border-brand bg-brand-soft font-semibold text-brand" : "border-line bg-surface text-muted",
              )}
            >
              <span aria-hidden>{emoji}</span>
              <span aria-hidden>{userIds.length}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function namesOf(userIds: readonly string[], members: readonly RoomMember[]): string {
  const names = members.flatMap(({ user }) => (userIds.includes(user.id) ? user.name : []));
  return names.join(", ");
}

export const BLOCKED_TEXT = "Message from somebody you blocked";

export function BlockedRow({ onShow, tabIndex }: { onShow: () => void; tabIndex: number }) {
  return (
    <p className="flex items-center gap-3 px-4 py-1 text-13 text-muted md:px-6">
      <span className="grid w-8 shrink-0 place-items-center">
        <Icon name="ban" className="size-4" />
      </span>
      <span className="min-w-0 truncate">{BLOCKED_TEXT}</span>
      <button type="button" tabIndex={tabIndex} onClick={onShow} className="touch-target shrink-0 link">
        Show<span className="sr-only"> the message</span>
      </button>
    </p>
  );
}

interface MessageMenuProps {
  pinned: boolean;
  mayPin: boolean;
  mayDelete: boolean;
  mayReport: boolean;
  tabIndex: number;
  onReply: () => void;
  onReact: (emoji: string) => void;
  onPin: () => void;
  onDelete: () => void;
  onReport: () => void;
}

export function MessageMenu({ pinned, mayPin, mayDelete, mayReport, tabIndex, ...act }: MessageMenuProps) {
  return (
    <Menu trigger={<MoreButton label="More about this message" tabIndex={tabIndex} />}>
      <div role="group" aria-label="React" className="grid grid-cols-6">
        {QUICK_REACTIONS.map((emoji) => (
          <MenuItem key={emoji} onSelect={() => act.onReact(emoji)} className="min-h-11 justify-center px-0! text-17">
            {emoji}
          </MenuItem>
        ))}
      </div>
      <MenuSeparator />
      <MenuItem icon="reply" label="Reply" onSelect={act.onReply} />
      {mayPin && <MenuItem icon={pinned ? "pin-off" : "pin"} label={pinned ? "Unpin" : "Pin"} onSelect={act.onPin} />}
      {mayReport && <MenuItem icon="flag" label="Report" onSelect={act.onReport} />}
      {mayDelete && <MenuItem icon="trash" label="Delete" danger onSelect={act.onDelete} />}
    </Menu>
  );
}

const QUICK_REACTIONS = ["👍", "❤️", "😂", "🎉", "😮", "😢"] as const;
