import { initialRoomState, reduceRoom, type RoomEvent, type RoomState } from "@/components/rooms/room-state";
import type { RoomMessage, RoomSnapshot, UserMessage } from "@/lib/domain/play/rooms/schema";

const at = "2026-11-22T10:00:00.000Z";
export const person = (id: string) => ({
  id,
  name: id.toUpperCase(),
  handle: id,
  image: `https://pegboard.example/${id}`,
});
export const [ada, ben] = [person("ada"), person("ben")];

export const said = (seq: number, more: Partial<UserMessage> = {}): UserMessage => ({
  id: `m${seq}`,
  seq,
  kind: "message",
  author: ben,
  content: `Number ${seq}`,
  deleted: false,
  mentions: null,
  replyTo: null,
  quote: null,
  reactions: {},
  createdAt: at,
  ...more,
});
export const happened = (seq: number): RoomMessage => ({
  id: `s${seq}`,
  seq,
  kind: "system",
  what: "drop",
  who: ben,
  data: {},
  createdAt: at,
});

const member = (user: typeof ada) => ({ user, joinedAt: at, away: false });
export const snapshot = (messages: RoomMessage[] = [], seq = messages.at(-1)?.seq ?? 0): RoomSnapshot => ({
  room: {
    code: "ABCDEF",
    name: "The bench",
    host: ada,
    members: 2,
    maxMembers: 20,
    hasPassword: false,
    lastActiveAt: at,
    public: true,
    createdAt: at,
  },
  members: [member(ada), member(ben)],
  messages,
  hasOlder: false,
  pinned: null,
  seq,
  blocked: [],
  membership: { showDrops: true },
});
export const room = (messages?: RoomMessage[], seq?: number) => initialRoomState(snapshot(messages, seq), ada.id);

export const hear = (state: RoomState, ...events: RoomEvent[]) =>
  events.reduce((before, event) => reduceRoom(before, { type: "event", event, now: 0 }), state);
export const messageEvent = ({ seq, ...data }: RoomMessage): RoomEvent => ({ event: "message", seq, data });
export const memberEvent = (seq: number, user: typeof ada, what: string): RoomEvent => ({
  event: "member",
  seq,
  data: { user, what },
});
export const ids = ({ messages }: RoomState) => messages.map(({ id }) => id);
