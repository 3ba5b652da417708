import { changeRoom, closeRoom, createRoom, hashRoomPassword } from "@/lib/domain/play/rooms/commands";
import { getRoom } from "@/lib/domain/play/rooms/by-key";
import { checkEntry, changeMembership, joinRoom, leaveRoom, removeMember } from "@/lib/domain/play/rooms/membership";
import { noteTyping } from "@/lib/domain/play/rooms/messages";
import { listRooms } from "@/lib/domain/play/rooms/queries";
import {
  memberRemoval,
  membershipChange,
  newRoom,
  room,
  roomChange,
  roomEntry,
  roomRow,
  roomSnapshot,
} from "@/lib/domain/play/rooms/schema";
import { LEFT_AFTER_MS } from "@/lib/domain/play/rooms/rules";
import { MINUTE_MS } from "@/lib/domain/kernel/durations";
import { apiOperation } from "@/lib/http/operation";

/** docs/contract.md#rooms */
export const rooms = {
  list: apiOperation("GET /api/v1/rooms", {
    scope: "read:rooms",
    summary: "List the public rooms",
    description: "The most recently active first.",
    paginated: true,
    returns: roomRow,
    run: listRooms,
  }),
  create: apiOperation("POST /api/v1/rooms", {
    writes: "roomCreate",
    scope: "write:rooms",
    summary: "Create a room",
    description: "You join it as its host.",
    body: newRoom,
    status: 201,
    returns: room,
    example: { name: "Brass and balls" },
    errors: ["conflict"],
    prepare: hashRoomPassword,
    run: createRoom,
  }),
  get: apiOperation("GET /api/v1/rooms/{code}", {
    scope: "read:rooms",
    summary: "Get a room",
    description: "Its members and latest messages if you are in it, else what the list shows.",
    returns: roomSnapshot.or(roomRow),
    run: getRoom,
  }),
  update: apiOperation("PATCH /api/v1/rooms/{code}", {
    writes: "roomChanges",
    scope: "write:rooms",
    summary: "Change a room",
    description: "Its settings, its host or its pinned message. For its host.",
    body: roomChange,
    returns: room,
    example: { name: "Brass, balls and bells" },
    errors: ["forbidden"],
    prepare: hashRoomPassword,
    run: changeRoom,
  }),
  close: apiOperation("DELETE /api/v1/rooms/{code}", {
    writes: "roomChanges",
    scope: "write:rooms",
    summary: "Close a room",
    description: "For its host. This cannot be undone.",
    returns: null,
    errors: ["forbidden"],
    run: closeRoom,
  }),
  join: apiOperation("POST /api/v1/rooms/{code}/join", {
    writes: "roomJoin",
    scope: "write:rooms",
    summary: "Join a room",
    description: `Answers the room, also if you are in it already. Who neither reads nor writes in it for ${LEFT_AFTER_MS / MINUTE_MS} minutes has left.`,
    body: roomEntry,
    returns: roomSnapshot,
    example: { password: "open sesame" },
    errors: ["forbidden", "conflict"],
    prepare: checkEntry,
    run: joinRoom,
  }),
  leave: apiOperation("POST /api/v1/rooms/{code}/leave", {
    writes: "roomChanges",
    scope: "write:rooms",
    summary: "Leave a room",
    returns: null,
    run: leaveRoom,
  }),
  remove: apiOperation("POST /api/v1/rooms/{code}/remove", {
    writes: "roomChanges",
    scope: "write:rooms",
    summary: "Remove or ban a member",
    description: "For the room's host. Who is banned cannot join again.",
    body: memberRemoval,
    returns: null,
    example: { userId: "user_0VhPz81mQwErTyUiOpAsDf", ban: false },
    errors: ["forbidden"],
    run: removeMember,
  }),
  updateMembership: apiOperation("PATCH /api/v1/rooms/{code}/membership", {
    writes: "roomChanges",
    scope: "write:rooms",
    summary: "Change your settings in a room",
    body: membershipChange,
    returns: membershipChange,
    example: { showDrops: false },
    errors: ["forbidden"],
    run: changeMembership,
  }),
  noteTyping: apiOperation("POST /api/v1/rooms/{code}/typing", {
    writes: "roomTyping",
    scope: "write:rooms",
    summary: "Signal that you are typing",
    idempotent: false,
    returns: null,
    errors: ["forbidden"],
    run: noteTyping,
  }),
};
