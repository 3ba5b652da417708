"use client";

import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { reportFailure } from "@/components/shell/report-failure";
import { toastStore } from "@/components/ui/toast-store";
import { call } from "@/lib/client/call";
import type { RoomSnapshot, UserMessage } from "@/lib/domain/rooms/schema";
import { Announcer } from "./announcer";
import { DropsSwitch } from "./drops-switch";
import { MembersPanel } from "./members-panel";
import { MessageList } from "./message-list";
import { NewMessagesPill } from "./new-messages-pill";
import { PinnedMessage } from "./pinned-message";
import { RoomComposer } from "./room-composer";
import { RoomEnded } from "./room-ended";
import { RoomHeader } from "./room-header";
import { TypingLine } from "./typing-line";
import { useLogScroll } from "./use-log-scroll";
import { useReadPosition } from "./use-read-position";
import { useRoom } from "./use-room";

/** A room as its members see it. */
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
