import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** More than any honest client pipelines on one connection. */
const MAX_PIPELINED = 100;

type Exchange = [request: IncomingMessage, response: ServerResponse];
/** `isLast` tells whether no further request has arrived on the connection. */
type Answer = (request: IncomingMessage, response: ServerResponse, isLast: () => boolean) => unknown;

/**
 * Answers the pipelined requests of a connection one after the other. Node starts all of them at once and buffers their
 * responses: some kilobytes of requests from a client that reads nothing held gigabytes.
 */
export function inSequence(answer: Answer): RequestListener {
  /** The requests behind the one in progress, for each connection that has one. */
  const waiting = new WeakMap<Socket, Exchange[]>();

  function begin(socket: Socket, request: IncomingMessage, response: ServerResponse): void {
    response.once("close", () => {
      const next = waiting.get(socket)?.shift();
      if (next && !socket.destroyed) begin(socket, ...next);
      else waiting.delete(socket);
    });
    answer(request, response, () => !waiting.get(socket)?.length);
  }

  return (request, response) => {
    const { socket } = request;
    const ahead = waiting.get(socket);
    if (ahead?.length === MAX_PIPELINED) return void socket.destroy();
    if (ahead) return void ahead.push([request, response]);
    waiting.set(socket, []);
    begin(socket, request, response);
  };
}
