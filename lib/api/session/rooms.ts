import { messages as ofMessages } from "@/lib/api/v1/messages";
import { rooms as api } from "@/lib/api/v1/rooms";
import { listOlderMessages } from "@/lib/domain/play/rooms/queries";
import { messageList, olderMessagesQuery } from "@/lib/domain/play/rooms/schema";
import { sessionOperation, sessionRoutes } from "@/lib/http/operation";

/** The event stream carries what happens in rooms. */
export const rooms = sessionRoutes(api);

export const messages = {
  ...sessionRoutes(ofMessages),
  list: sessionOperation("GET /api/rooms/{code}/messages", {
    query: olderMessagesQuery,
    returns: messageList,
    run: listOlderMessages,
  }),
};
