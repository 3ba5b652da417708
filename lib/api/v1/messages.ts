import { listMessages, sendMessage } from "@/lib/domain/play/rooms/by-key";
import { deleteMessage, addReaction, removeReaction } from "@/lib/domain/play/rooms/messages";
import { newMessage, reactionState, roomMessage, userMessage } from "@/lib/domain/play/rooms/schema";
import { apiOperation } from "@/lib/http/operation";

/** docs/contract.md#rooms */
export const messages = {
  list: apiOperation("GET /api/v1/rooms/{code}/messages", {
    scope: "read:rooms",
    summary: "List a room's messages",
    description: "Newest first, for its members. A deleted message keeps its place, without content.",
    paginated: true,
    returns: roomMessage,
    errors: ["forbidden"],
    run: listMessages,
  }),
  send: apiOperation("POST /api/v1/rooms/{code}/messages", {
    writes: "roomMessages",
    scope: "write:rooms",
    summary: "Send a message",
    description: "Members whom it mentions are notified.",
    body: newMessage,
    status: 201,
    returns: userMessage,
    example: { content: "Hello, everybody" },
    errors: ["forbidden"],
    run: sendMessage,
  }),
  delete: apiOperation("DELETE /api/v1/rooms/{code}/messages/{id}", {
    writes: "roomChanges",
    scope: "write:rooms",
    summary: "Delete a message",
    description: "One of your own, or any in a room that you host. This cannot be undone.",
    returns: null,
    errors: ["forbidden"],
    run: deleteMessage,
  }),
  react: apiOperation("PUT /api/v1/rooms/{code}/messages/{id}/reactions/{emoji}", {
    writes: "roomReactions",
    scope: "write:rooms",
    summary: "React to a message",
    description: "Repeating it has no further effect.",
    returns: reactionState,
    errors: ["forbidden", "conflict"],
    run: addReaction,
  }),
  unreact: apiOperation("DELETE /api/v1/rooms/{code}/messages/{id}/reactions/{emoji}", {
    writes: "roomReactions",
    scope: "write:rooms",
    summary: "Remove a reaction",
    returns: reactionState,
    errors: ["forbidden"],
    run: removeReaction,
  }),
};
