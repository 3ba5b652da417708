"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { reportFailure } from "@/components/shell/report-failure";
import { toastStore } from "@/components/ui/toast-store";
import { call } from "@/lib/client/call";
import type { RoomSnapshot, UserMessage } from "@/lib/domain/play/rooms/schema";
import { Checkbox } from "@/components/ui/checkbox";
import { Icon } from "@/components/ui/icon";
import { useIsLive } from "@/lib/client/live";
import { useHydrated } from "@/components/hydration/use-hydrated";
import { keepStored, readStored } from "@/lib/client/local-storage";
import { Announcer } from "./announcer";
import { MembersPanel } from "./members-panel";
import { MessageList } from "./message-list";
import { RoomComposer } from "./room-composer";
import { RoomEnded } from "./room-ended";
import { RoomHeader } from "./room-header";
import { useLogScroll } from "./use-log-scroll";
import { useRoom } from "./use-room";
import { BLOCKED_TEXT } from "./message-row";
import { newMessages, type RoomState } from "./room-state";

export function RoomView({ snapshot, viewerId }: { snapshot: RoomSnapshot; viewerId: string }) {
  const router = useRouter();
  const { state, ...actions } = useRoom(snapshot, viewerId);
  const [replyTo, setReplyTo] = useState<UserMessage | null>(null);
  const log = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const { messages, pending, room, seq } = state;
  const last = `${messages.at(-1)?.id ?? ""} ${pending.length}`;
  const { atEnd, toEnd } = useLogScroll(log, messages[0]?.id, last);
  const isReading = atEnd && !state.hasNewer;
  const readUntil = useReadPosition(room.code, seq, isReading);

  async function toNewest() {
    if (state.hasNewer) await actions.toNewest().catch(reportFailure);
    toEnd();
  }

  function jump(id: string) {
    const target = document.getElementById(id);
    if (!target) return toastStore.add({ text: "That message is further up. Scroll up to load it.", tone: "plain" });
    target.scrollIntoView({ block: "center" });
    target.focus();
  }

  function reply(message: UserMessage) {
    setReplyTo(message);
    // Runs after the closing menu has returned the focus to its button.
    setTimeout(() => field.current?.focus());
  }

  function send(content: string) {
    setReplyTo(null);
    toEnd();
    void actions.send(content, replyTo);
  }

  async function leave() {
    try {
      await call("POST /api/rooms/{code}/leave", { code: actions.code });
      router.push("/rooms");
    } catch (error) {
      reportFailure(error);
    }
  }

  if (state.end !== null) return <RoomEnded end={state.end} room={room} />;
  const members = (
    <>
      <MembersPanel state={state} actions={actions} />
      <div className="mt-4 border-t border-line pt-4">
        <DropsSwitch code={actions.code} showDrops={snapshot.membership.showDrops} />
      </div>
    </>
  );
  return (
    <div className={FRAME}>
      <section aria-label={room.name} className="flex min-h-0 min-w-0 flex-col md:border-x md:border-line">
        <RoomHeader state={state} actions={actions} members={members} onLeave={leave} />
        {state.pinned && (
          <PinnedMessage message={state.pinned} isBlocked={state.blocked.has(state.pinned.author.id)} onJump={jump} />
        )}
        <div className="relative flex min-h-0 flex-1 flex-col">
          <MessageList
            state={state}
            actions={actions}
            log={log}
            readUntil={readUntil}
            onReply={reply}
            onJump={jump}
            onLeave={() => field.current?.focus()}
          />
          <NewMessagesPill state={state} isReading={isReading} onPress={() => void toNewest()} />
        </div>
        <TypingLine typing={state.typing} />
        <RoomComposer
          code={room.code}
          field={field}
          replyTo={replyTo}
          onCancelReply={() => setReplyTo(null)}
          onSend={send}
          onUp={() => document.getElementById(messages.at(-1)?.id ?? "")?.focus()}
        />
      </section>
      <aside aria-label="In the room" className="hidden min-h-0 overflow-y-auto py-4 wide:block">
        {members}
      </aside>
      <Announcer messages={messages} viewerId={viewerId} blocked={state.blocked} />
    </div>
  );
}

/** As high as the screen minus the bars, so that the composer stays visible. */
const FRAME =
  "-mx-4 -my-6 grid h-[calc(100dvh-7.25rem-env(safe-area-inset-bottom))] min-h-72 grid-cols-[minmax(0,1fr)] gap-x-6 md:mx-0 md:-mb-16 md:h-[calc(100dvh-3.5rem)] wide:grid-cols-[minmax(0,1fr)_15rem]";

/** Whether the viewer's own drops appear in the room. */
function DropsSwitch({ code, showDrops }: { code: string; showDrops: boolean }) {
  const [shown, setShown] = useState(showDrops);
  function choose(next: boolean) {
    setShown(next);
    call("PATCH /api/rooms/{code}/membership", { code, showDrops: next }).catch((error: unknown) => {
      setShown(!next);
      reportFailure(error);
    });
  }
  return (
    <Checkbox
      label="Show my drops"
      hint="Your Plinko drops appear here while you are in."
      checked={shown}
      onChange={(event) => choose(event.target.checked)}
    />
  );
}

interface PinnedMessageProps {
  message: UserMessage;
  /** Whether the viewer has blocked its author. */
  isBlocked: boolean;
  onJump: (id: string) => void;
}

function PinnedMessage({ message, isBlocked, onJump }: PinnedMessageProps) {
  return (
    <button
      type="button"
      onClick={() => onJump(message.id)}
      className="flex min-h-11 items-center gap-2.5 border-b border-line bg-surface px-4 py-2 text-left text-13 -outline-offset-2 hover:bg-hover md:px-6"
    >
      <Icon name="pin" className="size-4 shrink-0 text-brand" />
      <span className="sr-only">Pinned: </span>
      <span className="min-w-0 truncate">
        {isBlocked ? (
          BLOCKED_TEXT
        ) : (
          <>
            <span className="font-semibold">{message.author.name}</span>{" "}
            {message.deleted ? "This message was deleted." : message.content}
          </>
        )}
      </span>
    </button>
  );
}

/** Reconnecting takes a moment: only a longer interruption is shown. */
const LOST_AFTER_MS = 4_000;

/** Who is typing, or that the connection is lost. Keeps its height, so that nothing moves. */
function TypingLine({ typing }: Pick<RoomState, "typing">) {
  const isLost = useIsConnectionLost();
  return (
    <p className="h-5 truncate px-4 text-13 text-muted md:px-6">
      <span role="status">{isLost && "Not connected. New messages will appear once you are back."}</span>
      {!isLost && wordsFor(typing.map(({ user }) => user.name))}
    </p>
  );
}

function useIsConnectionLost(): boolean {
  const isLive = useIsLive();
  const [hasWaited, setHasWaited] = useState(false);
  useEffect(() => {
    if (isLive) return;
    const timer = setTimeout(() => setHasWaited(true), LOST_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setHasWaited(false);
    };
  }, [isLive]);
  return hasWaited && !isLive;
}

function wordsFor(names: readonly string[]): string {
  if (names.length === 0) return "";
  if (names.length > 3) return "Several people are typing…";
  const list = new Intl.ListFormat("en", { type: "conjunction" }).format(names);
  return `${list} ${names.length === 1 ? "is" : "are"} typing…`;
}

interface NewMessagesPillProps {
  state: RoomState;
  isReading: boolean;
  onPress: () => void;
}

function NewMessagesPill({ state: { messages, hasNewer, seq, viewerId }, isReading, onPress }: NewMessagesPillProps) {
  const [readUntil, setReadUntil] = useState(seq);
  if (isReading && readUntil !== seq) setReadUntil(seq);
  if (isReading) return null;
  const fresh = newMessages(messages, readUntil, viewerId).length;
  const text = fresh > 0 ? `${fresh} new ${fresh === 1 ? "message" : "messages"}` : "To the newest";
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-2 flex justify-center">
      <button
        type="button"
        onClick={onPress}
        className={`pointer-events-auto flex h-9 animate-enter-up items-center gap-1.5 rounded-full px-4 text-13 font-semibold shadow-float pointer-coarse:h-11 ${
          fresh > 0 || hasNewer ? "bg-brand text-brand-ink key" : "border border-line bg-surface text-ink"
        }`}
      >
        <Icon name="arrow-down" className="size-4" />
        {text}
      </button>
    </div>
  );
}

/** How far this browser had read a room when it was opened; null if unknown. Reading since then counts next time. */
function useReadPosition(code: string, newest: number, isReading: boolean): number | null {
  const key = `room-read:${code}`;
  const [before] = useState(() => readStored(key));
  useEffect(() => {
    if (isReading && !document.hidden) keepStored(key, String(newest));
  }, [key, newest, isReading]);
  return useHydrated() && before !== null ? Number(before) : null;
}
