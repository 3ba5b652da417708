import { messages as ofMessages } from "@/lib/api/v1/messages";
import { rooms as api } from "@/lib/api/v1/rooms";
import { listOlderMessages } from "@/lib/domain/rooms/queries";
import { messageList, olderMessagesQuery } from "@/lib/domain/rooms/schema";
import { sessionOperation, sessionRoute } from "@/lib/http/operation";

/** Rooms: members, messages and the host's actions. The event stream carries what happens in them. */
export const rooms = {
  create: sessionRoute(api.create),
  list: sessionRoute(api.list),
  get: sessionRoute(api.get),
  change: sessionRoute(api.update),
  close: sessionRoute(api.close),
  join: sessionRoute(api.join),
  leave: sessionRoute(api.leave),
  remove: sessionRoute(api.remove),
  membership: sessionRoute(api.updateMembership),
  typing: sessionRoute(api.noteTyping),
  messages: sessionOperation("GET /api/rooms/{code}/messages", {
    query: olderMessagesQuery,
    returns: messageList,
    run: listOlderMessages,
  }),
  send: sessionRoute(ofMessages.send),
  deleteMessage: sessionRoute(ofMessages.delete),
  react: sessionRoute(ofMessages.react),
  unreact: sessionRoute(ofMessages.unreact),
};
