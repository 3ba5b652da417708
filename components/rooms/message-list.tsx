import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { ReportOnDemand } from "@/components/moderation/report-button";
import { reportFailure } from "@/components/shell/report-failure";
import { isKey } from "@/lib/client/key-press";
import type { RoomMessage, UserMessage } from "@/lib/domain/play/rooms/schema";
import { useNearViewport } from "@/components/paging/next-pages";
import { Button, Spinner } from "@/components/ui/button";
import { FailureText } from "@/components/ui/failure-note";
import { MessageMenu, BlockedRow, MessageRow, Reactions } from "./message-row";
import { newMessages, type PendingMessage, type RoomState } from "./room-state";
import { SystemRow } from "./system-row";
import type { RoomActions } from "./use-room";

/** Messages of one person within this time are shown under one name. */
const CONTINUED_WITHIN_MS = 5 * 60_000;

interface MessageListProps {
  state: RoomState;
  actions: RoomActions;
  log: RefObject<HTMLDivElement | null>;
  readUntil: number | null;
  onReply: (message: UserMessage) => void;
  onJump: (id: string) => void;
  /** Moves the focus back to the composer. */
  onLeave: () => void;
}

/** User and system messages. The list is one tab stop; arrow keys move between messages. */
export function MessageList({ state, actions, log, readUntil, onReply, onJump, onLeave }: MessageListProps) {
  const { messages, pending, viewerId } = state;
  const [activeId, setActiveId] = useState<string>();
  const active = messages.some(({ id }) => id === activeId) ? activeId : messages.at(-1)?.id;
  const firstUnread = readUntil === null ? undefined : newMessages(messages, readUntil, viewerId)[0]?.id;

  function onKeyDown(event: KeyboardEvent) {
    if (isKey(event, "Escape")) return onLeave();
    const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (step === 0 || (event.target as HTMLElement).closest("[role=menu]")) return;
    event.preventDefault();
    const at = messages.findIndex(({ id }) => id === active);
    const next = messages[Math.min(messages.length - 1, Math.max(0, at + step))];
    if (!next) return;
    setActiveId(next.id);
    document.getElementById(next.id)?.focus();
  }

  return (
    <div ref={log} className="min-h-0 flex-1 overflow-y-auto overscroll-contain" onKeyDown={onKeyDown}>
      <div className="flex min-h-full flex-col justify-end py-3">
        {!state.hasOlder && !messages.some(({ kind }) => kind === "message") && <EmptyLog code={state.room.code} />}
        {state.hasOlder && <OlderMessages key={messages[0]?.id} load={actions.loadOlder} log={log} />}
        <ol aria-label="Messages">
          {messages.map((message, index) => (
            <li
              key={message.id}
              id={message.id}
              tabIndex={message.id === active ? 0 : -1}
              onFocus={() => setActiveId(message.id)}
              className="scroll-my-16 rounded-control -outline-offset-2 target:bg-brand-soft"
            >
              {message.id === firstUnread && <UnreadDivider />}
              {message.kind === "system" ? (
                <SystemRow message={message} />
              ) : (
                <UserMessageItem
                  message={message}
                  before={messages[index - 1]}
                  isActive={message.id === active}
                  {...{ state, actions, onReply, onJump }}
                />
              )}
            </li>
          ))}
        </ol>
        {pending.map((message) => (
          <PendingRow
            key={message.key}
            message={message}
            onRetry={() => void actions.send(message.content, message.replyTo, message.key)}
            onDiscard={() => actions.discard(message.key)}
          />
        ))}
      </div>
    </div>
  );
}

interface UserMessageItemProps extends Pick<MessageListProps, "state" | "actions" | "onReply" | "onJump"> {
  message: UserMessage;
  before: RoomMessage | undefined;
  isActive: boolean;
}

function UserMessageItem({ message, before, isActive, state, actions, onReply, onJump }: UserMessageItemProps) {
  const { viewerId, room, pinned, members } = state;
  const isHost = room.host?.id === viewerId;
  const react = (emoji: string) => void actions.react(message, emoji).catch(reportFailure);
  const [reporting, setReporting] = useState(false);
  const [isOpened, setOpened] = useState(false);
  const isPinned = pinned?.id === message.id;
  if (state.blocked.has(message.author.id) && !message.deleted && !isOpened)
    return <BlockedRow tabIndex={isActive ? 0 : -1} onShow={() => setOpened(true)} />;
  return (
    <MessageRow
      message={message}
      continued={isContinued(message, before) && !state.blocked.has(message.author.id)}
      isQuoteBlocked={state.blocked.has(message.quote?.authorId ?? "")}
      onJump={onJump}
      actions={
        <MessageMenu
          pinned={isPinned}
          mayPin={isHost}
          mayDelete={isHost || message.author.id === viewerId}
          mayReport={message.author.id !== viewerId && !message.deleted}
          tabIndex={isActive ? 0 : -1}
          onReply={() => onReply(message)}
          onReact={react}
          onPin={() => void actions.change({ pinned: isPinned ? null : message.id }).catch(reportFailure)}
          onDelete={() => void actions.remove(message).catch(reportFailure)}
          onReport={() => setReporting(true)}
        />
      }
    >
      <Reactions message={message} viewerId={viewerId} members={members} onReact={react} />
      {reporting && (
        <ReportOnDemand subject={{ type: "message", id: message.id }} onClose={() => setReporting(false)} />
      )}
    </MessageRow>
  );
}

function isContinued(message: UserMessage, before: RoomMessage | undefined): boolean {
  return (
    before?.kind === "message" &&
    before.author.id === message.author.id &&
    message.replyTo === null &&
    Date.parse(message.createdAt) - Date.parse(before.createdAt) < CONTINUED_WITHIN_MS
  );
}

function UnreadDivider() {
  return (
    <p className="flex items-center gap-3 px-4 py-1.5 text-13 font-medium text-brand md:px-6">
      <span aria-hidden className="h-px flex-1 bg-brand/40" />
      New
      <span aria-hidden className="h-px flex-1 bg-brand/40" />
    </p>
  );
}

function EmptyLog({ code }: { code: string }) {
  return (
    <p className="m-auto max-w-xs px-4 py-6 text-center text-balance text-muted">
      Nobody has said anything yet. Tell your friends the code{" "}
      <span className="font-mono tracking-wider text-ink">{code}</span>.
    </p>
  );
}

function OlderMessages({ load, log }: { load: () => Promise<void>; log: RefObject<HTMLDivElement | null> }) {
  const top = useRef<HTMLDivElement>(null);
  const [phase, setPhase] = useState<"ready" | "loading" | "failed">("ready");
  const [hasScrolled, setHasScrolled] = useState(false);
  useEffect(() => {
    const element = log.current;
    const onScroll = () => setHasScrolled(true);
    element?.addEventListener("scroll", onScroll, { passive: true, once: true });
    return () => element?.removeEventListener("scroll", onScroll);
  }, [log]);
  const begin = () => {
    setPhase("loading");
    load().catch(() => setPhase("failed"));
  };
  useNearViewport(top, begin, hasScrolled && phase === "ready");
  return (
    <div ref={top} className="grid justify-center py-2 text-13 text-muted">
      {phase === "loading" ? (
        <span role="status">Loading older messages</span>
      ) : (
        <button type="button" onClick={begin} className="touch-target link">
          {phase === "failed" ? "Older messages didn’t load. Try again" : "Show older messages"}
        </button>
      )}
    </div>
  );
}

interface PendingRowProps {
  message: PendingMessage;
  onRetry: () => void;
  onDiscard: () => void;
}

export function PendingRow({ message: { content, failure, isWaiting = false }, onRetry, onDiscard }: PendingRowProps) {
  return (
    <div className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3 px-4 py-1.5 md:px-6">
      <span className="grid place-items-center">
        {failure === null && !isWaiting && <Spinner className="size-4 text-muted" />}
      </span>
      <div className="min-w-0">
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap text-muted">
          {content}
        </p>
        {failure === null ? (
          <span className={isWaiting ? "text-13 text-muted" : "sr-only"}>
            {isWaiting ? "Waits for a connection" : "Sending"}
          </span>
        ) : (
          <div role="alert" className="mt-1 flex flex-wrap items-center gap-2">
            <span className="text-13 font-medium text-bad">
              Not sent. <FailureText failure={failure} />
            </span>
            <Button size="small" onClick={onRetry}>
              Try again
            </Button>
            <Button size="small" variant="bare" onClick={onDiscard}>
              Discard
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}
