import { useCallback, useEffect, useReducer, useState } from "react";
import { formFailure } from "@/components/ui/failure-note";
import { labelOf } from "@/components/outbox/label";
import { call } from "@/lib/client/call";
import { subscribeTopic } from "@/lib/client/live";
import { submit } from "@/lib/client/outbox/submit";
import { TakenBack } from "@/lib/client/outbox/taken-back";
import type { RoomChange, RoomSnapshot, UserMessage } from "@/lib/domain/play/rooms/schema";
import { initialRoomState, reduceRoom } from "./room-state";

const TICK_MS = 1_000;
const RELOAD_RETRY_MS = 3_000;

export function useRoom(snapshot: RoomSnapshot, viewerId: string) {
  const [state, dispatch] = useReducer(reduceRoom, null, () => initialRoomState(snapshot, viewerId));
  const { code } = state.room;

  // The stream continues after the snapshot that the page was rendered with.
  const [from] = useState(snapshot.seq);
  useEffect(
    () =>
      subscribeTopic(`room:${code}`, from, ({ event, data: { seq, ...data } }) => {
        if (event === "denied") dispatch({ type: "stale" });
        else dispatch({ type: "event", event: { event, seq: seq as number | undefined, data }, now: Date.now() });
      }),
    [code, from],
  );

  const reload = useCallback(
    async (toNewest = false) => {
      const fresh = await call("GET /api/rooms/{code}", { code });
      // For a former member, the route returns the row of the list instead.
      if ("room" in fresh) dispatch({ type: "snapshot", snapshot: fresh, toNewest });
      else dispatch({ type: "gone" });
    },
    [code],
  );

  const { stale, end } = state;
  useEffect(() => {
    if (!stale || end !== null) return;
    let timer: ReturnType<typeof setTimeout>;
    let over = false;
    const attempt = () =>
      void reload().catch(() => {
        if (!over) timer = setTimeout(attempt, RELOAD_RETRY_MS);
      });
    attempt();
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [stale, end, reload]);

  const someoneTypes = state.typing.length > 0;
  useEffect(() => {
    if (!someoneTypes) return;
    const timer = setInterval(() => dispatch({ type: "tick", now: Date.now() }), TICK_MS);
    return () => clearInterval(timer);
  }, [someoneTypes]);

  /** Sends a message, or retries a failed one with the same key, so that it is stored once. */
  async function send(content: string, replyTo: UserMessage | null, key: string = crypto.randomUUID()): Promise<void> {
    dispatch({ type: "send", message: { key, content, replyTo } });
    try {
      const input = { code, content, ...(replyTo && { replyTo: replyTo.id }) };
      const label = labelOf("message", content);
      const submitted = await submit("POST /api/rooms/{code}/messages", input, { label, key });
      if (submitted.phase === "waiting") dispatch({ type: "waiting", key });
      const message = submitted.phase === "waiting" ? await submitted.sent : submitted.output;
      dispatch({ type: "sent", key, message });
    } catch (error) {
      if (error instanceof TakenBack) return dispatch({ type: "discard", key });
      dispatch({ type: "failed", key, failure: formFailure(error) });
    }
  }

  async function loadOlder(): Promise<void> {
    const before = state.messages[0]?.seq;
    if (before === undefined) return;
    dispatch({ type: "older", page: await call("GET /api/rooms/{code}/messages", { code, before: String(before) }) });
  }

  const react = (message: UserMessage, emoji: string) => {
    const mine = message.reactions[emoji]?.includes(viewerId) ?? false;
    const input = { code, id: message.id, emoji };
    return mine
      ? call("DELETE /api/rooms/{code}/messages/{id}/reactions/{emoji}", input)
      : call("PUT /api/rooms/{code}/messages/{id}/reactions/{emoji}", input);
  };

  return {
    state,
    send,
    loadOlder,
    react,
    toNewest: () => reload(true),
    discard: (key: string) => dispatch({ type: "discard", key }),
    remove: (message: UserMessage) => call("DELETE /api/rooms/{code}/messages/{id}", { code, id: message.id }),
    change: (change: RoomChange) => call("PATCH /api/rooms/{code}", { code, ...change }),
    code,
  };
}

export type RoomActions = Omit<ReturnType<typeof useRoom>, "state">;
