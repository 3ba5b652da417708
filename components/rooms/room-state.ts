import type { FormFailure } from "@/components/ui/field";
import { MAX_MESSAGES, MAX_SYSTEM_MESSAGES, TYPING_SHOWN_MS } from "@/lib/domain/play/rooms/rules";
import type {
  MessageList,
  Room,
  RoomMember,
  RoomMessage,
  RoomSnapshot,
  UserMessage,
} from "@/lib/domain/play/rooms/schema";
import type { Person } from "@/lib/domain/accounts/users/schema";

/** A message that this page is sending, or that failed. `key` makes a retry of it the same request. */
export interface PendingMessage {
  key: string;
  content: string;
  replyTo: UserMessage | null;
  failure: FormFailure | null;
  /** Whether it waits for a connection. */
  isWaiting?: boolean;
}

/** Why the viewer is no longer in the room. */
export type RoomEnd = "closed" | "removed" | "left";

export interface RoomState {
  viewerId: string;
  room: Room;
  members: RoomMember[];
  /** The messages that the page keeps, oldest first. */
  messages: RoomMessage[];
  hasOlder: boolean;
  /** The viewer scrolled up so far that the newest messages were dropped; new ones are not shown until they return. */
  hasNewer: boolean;
  pinned: UserMessage | null;
  /** The `seq` of the newest event included. */
  seq: number;
  /** Whether an event is missing, so that the snapshot must be loaded again. */
  stale: boolean;
  /** The people whom the viewer has blocked, whose messages are hidden. */
  blocked: ReadonlySet<string>;
  pending: PendingMessage[];
  /** Who is typing, and when that expires unless it is signalled again. */
  typing: { user: Person; until: number }[];
  end: RoomEnd | null;
}

/** A room's event from the stream; without `seq` if it is not stored. */
export interface RoomEvent {
  event: string;
  seq?: number;
  data: Record<string, unknown>;
}

type RoomAction =
  /** With `toNewest`, the viewer returns to the newest messages. */
  | { type: "snapshot"; snapshot: RoomSnapshot; toNewest?: boolean }
  | { type: "event"; event: RoomEvent; now: number }
  | { type: "stale" }
  | { type: "gone" }
  | { type: "older"; page: MessageList }
  | { type: "send"; message: Pick<PendingMessage, "key" | "content" | "replyTo"> }
  | { type: "sent"; key: string; message: UserMessage }
  | { type: "failed"; key: string; failure: FormFailure }
  | { type: "waiting"; key: string }
  | { type: "discard"; key: string }
  | { type: "tick"; now: number };

export function initialRoomState(snapshot: RoomSnapshot, viewerId: string): RoomState {
  const { room, members, messages, hasOlder, pinned, seq } = snapshot;
  const blocked = new Set(snapshot.blocked);
  const shown = { room, members, messages, hasOlder, hasNewer: false, pinned, seq, blocked, stale: false, end: null };
  return { viewerId, ...shown, pending: [], typing: [] };
}

export function reduceRoom(state: RoomState, action: RoomAction): RoomState {
  switch (action.type) {
    case "snapshot":
      return withSnapshot(state, action.snapshot, action.toNewest);
    case "event":
      return reduceEvent(state, action.event, action.now);
    case "stale":
      return { ...state, stale: true };
    case "gone":
      return { ...state, stale: false, end: state.end ?? "left" };
    case "older": {
      const { messages, dropped } = oldestKept([...action.page.messages, ...state.messages]);
      return { ...state, messages, hasOlder: action.page.hasOlder, hasNewer: state.hasNewer || dropped };
    }
    case "send": {
      const others = state.pending.filter(({ key }) => key !== action.message.key);
      return { ...state, pending: [...others, { ...action.message, failure: null }] };
    }
    case "sent":
      return { ...withMessage(state, action.message), pending: state.pending.filter(({ key }) => key !== action.key) };
    case "waiting":
      return {
        ...state,
        pending: state.pending.map((one) => (one.key === action.key ? { ...one, isWaiting: true } : one)),
      };
    case "failed":
      return {
        ...state,
        pending: state.pending.map((one) => (one.key === action.key ? { ...one, failure: action.failure } : one)),
      };
    case "discard":
      return { ...state, pending: state.pending.filter(({ key }) => key !== action.key) };
    case "tick": {
      const typing = state.typing.filter(({ until }) => until > action.now);
      return typing.length === state.typing.length ? state : { ...state, typing };
    }
  }
}

function withSnapshot(state: RoomState, snapshot: RoomSnapshot, toNewest: boolean | undefined): RoomState {
  // Newer events arrived before the snapshot did.
  if (snapshot.seq < state.seq) return state;
  const { pending, typing, messages, hasOlder, hasNewer } = state;
  const fresh = { ...initialRoomState(snapshot, state.viewerId), pending, typing };
  return hasNewer && !toNewest ? { ...fresh, messages, hasOlder, hasNewer } : fresh;
}

function reduceEvent(state: RoomState, { event, seq, data }: RoomEvent, now: number): RoomState {
  if (event === "typing") return withTyping(state, data.user as Person, now);
  if (event === "reset") return { ...state, stale: true };
  if (seq === undefined || seq <= state.seq) return state;
  // A gap cannot be filled here.
  if (seq > state.seq + 1) return { ...state, stale: true };
  return { ...apply(state, event, { ...data, seq }), seq };
}

function apply(state: RoomState, event: string, data: Record<string, unknown>): RoomState {
  switch (event) {
    case "message": {
      const message = data as unknown as RoomMessage;
      const { author } = message as Partial<UserMessage>;
      const typing = state.typing.filter(({ user }) => user.id !== author?.id);
      return withMessage({ ...state, typing }, message);
    }
    case "message.updated": {
      const update = data as Pick<UserMessage, "id" | "deleted" | "reactions">;
      return {
        ...state,
        messages: state.messages.map((message) => updateMessage(message, update)),
        pinned: state.pinned && (updateMessage(state.pinned, update) as UserMessage),
      };
    }
    case "member":
      return withMember(state, data as unknown as MemberChange);
    case "room": {
      const { room, pinned } = data as unknown as Pick<RoomState, "room" | "pinned">;
      return { ...state, room: { ...room, members: state.members.length }, pinned };
    }
    case "closed":
      return { ...state, end: "closed" };
    default:
      return state;
  }
}

/** Adds a message once, in its place: the response to its sender and its event may arrive in either order. */
function withMessage(state: RoomState, message: RoomMessage): RoomState {
  if (state.hasNewer || state.messages.some(({ id }) => id === message.id)) return state;
  const after = state.messages.findLastIndex(({ seq }) => seq < message.seq) + 1;
  const { messages, dropped } = newestKept(state.messages.toSpliced(after, 0, message));
  return { ...state, messages, hasOlder: state.hasOlder || dropped };
}

interface MemberChange {
  user: Person;
  what: "joined" | "left" | "removed" | "away" | "back";
  joinedAt?: string;
}

function withMember(state: RoomState, { user, what }: MemberChange): RoomState {
  const known = state.members.find((member) => member.user.id === user.id);
  const others = state.members.filter((member) => member !== known);
  const isGone = what === "left" || what === "removed";
  const joinedAt = known?.joinedAt ?? new Date(0).toISOString();
  const changed = { user, joinedAt, away: what === "away" };
  const members = isGone
    ? others
    : known
      ? state.members.map((member) => (member === known ? changed : member))
      : [...others, changed];
  return {
    ...state,
    members,
    room: { ...state.room, members: members.length },
    typing: isGone ? state.typing.filter((one) => one.user.id !== user.id) : state.typing,
    end: isGone && user.id === state.viewerId ? (what === "removed" ? "removed" : "left") : state.end,
  };
}

function withTyping(state: RoomState, user: Person, now: number): RoomState {
  if (user.id === state.viewerId || state.blocked.has(user.id)) return state;
  const others = state.typing.filter((one) => one.user.id !== user.id);
  return { ...state, typing: [...others, { user, until: now + TYPING_SHOWN_MS }] };
}

/** Returns the messages of others after a `seq`. */
export function newMessages(messages: readonly RoomMessage[], after: number, viewerId: string): UserMessage[] {
  return messages.filter(
    (message): message is UserMessage =>
      message.kind === "message" && message.seq > after && message.author.id !== viewerId,
  );
}

interface Kept {
  messages: RoomMessage[];
  dropped: boolean;
}

/** Returns the newest messages of each kind that a page keeps. `messages` are oldest first. */
function newestKept(messages: readonly RoomMessage[]): Kept {
  const { messages: kept, dropped } = oldestKept(messages.toReversed());
  return { messages: kept.reverse(), dropped };
}

function oldestKept(messages: readonly RoomMessage[]): Kept {
  const left = { message: MAX_MESSAGES, system: MAX_SYSTEM_MESSAGES };
  const kept = messages.filter(({ kind }) => left[kind]-- > 0);
  return { messages: kept, dropped: kept.length < messages.length };
}

/** Returns a message after another one, which it may be or quote, was changed. */
function updateMessage(
  message: RoomMessage,
  { id, deleted, reactions }: Pick<UserMessage, "id" | "deleted" | "reactions">,
): RoomMessage {
  if (message.kind === "system") return message;
  if (message.id === id) return { ...message, deleted, reactions, ...(deleted && { content: "", mentions: null }) };
  if (deleted && message.replyTo === id) return { ...message, quote: null };
  return message;
}
