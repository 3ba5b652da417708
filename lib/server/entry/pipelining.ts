import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** While this many requests wait on a connection, it is not read any further. Few clients pipeline. */
const MAX_READ_AHEAD = 4;
/** More than any honest client pipelines in what is read from a connection at once. */
const MAX_PIPELINED = 100;
/** Memory for headers of waiting requests, per connection (16 of the largest) and per process. */
const MAX_BYTES_PER_CONNECTION = 256 * 1024;
const MAX_WAITING_BYTES = 16 * 1024 * 1024;
/** The approximate memory of a header besides its characters. */
const HEADER_BYTES = 100;

type Exchange<Request, Response> = [request: Request, response: Response];
/** `isLast` returns whether no further request has arrived on the connection. */
type SequencedListener<Request, Response> = (request: Request, response: Response, isLast: () => boolean) => unknown;

interface Options {
  maxWaitingBytes?: number;
  /** Called with a connection that was closed because more requests wait on it than any honest client pipelines. */
  onTooManyAhead?(socket: Socket): void;
}

/** The requests behind the one in progress on a connection, and the memory of their headers. */
interface Waiting<Request, Response> {
  exchanges: Exchange<Request, Response>[];
  bytes: number;
  /** Keeps the connection paused while enough requests wait on it. */
  pause?: () => void;
}

/**
 * Answers the pipelined requests of a connection one after the other. Node starts all of them at once and buffers their
 * responses, so a client that sends some kilobytes of requests and reads nothing could take gigabytes of memory.
 */
export function inSequence<Request extends IncomingMessage, Response extends ServerResponse>(
  answer: SequencedListener<Request, Response>,
  { maxWaitingBytes = MAX_WAITING_BYTES, onTooManyAhead }: Options = {},
): (request: Request, response: Response) => void {
  const waiting = new WeakMap<Socket, Waiting<Request, Response>>();
  let bytesInAll = 0;

  function wait(socket: Socket, ahead: Waiting<Request, Response>, exchange: Exchange<Request, Response>): void {
    const bytes = bytesOf(exchange[0]);
    ahead.exchanges.push(exchange);
    ahead.bytes += bytes;
    bytesInAll += bytes;
    if (ahead.exchanges.length > MAX_PIPELINED || ahead.bytes > MAX_BYTES_PER_CONNECTION) {
      socket.destroy();
      onTooManyAhead?.(socket);
    } else if (bytesInAll > maxWaitingBytes) socket.destroy();
    else if (ahead.exchanges.length >= MAX_READ_AHEAD) stopReading(socket, ahead);
  }

  function next(socket: Socket, ahead: Waiting<Request, Response>): Exchange<Request, Response> | undefined {
    const exchange = ahead.exchanges.shift();
    if (!exchange) return undefined;
    const bytes = bytesOf(exchange[0]);
    ahead.bytes -= bytes;
    bytesInAll -= bytes;
    if (ahead.exchanges.length < MAX_READ_AHEAD) readOn(socket, ahead);
    return exchange;
  }

  function forget(socket: Socket): void {
    bytesInAll -= waiting.get(socket)?.bytes ?? 0;
    waiting.delete(socket);
  }

  function begin(
    socket: Socket,
    ahead: Waiting<Request, Response>,
    [request, response]: Exchange<Request, Response>,
  ): void {
    response.once("close", () => {
      const exchange = socket.destroyed ? undefined : next(socket, ahead);
      if (exchange) begin(socket, ahead, exchange);
      else forget(socket);
    });
    answer(request, response, () => ahead.exchanges.length === 0);
  }

  return (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    const ahead = waiting.get(socket);
    if (ahead) return wait(socket, ahead, [request, response]);
    const none: Waiting<Request, Response> = { exchanges: [], bytes: 0 };
    waiting.set(socket, none);
    begin(socket, none, [request, response]);
  };
}

function bytesOf({ rawHeaders }: IncomingMessage): number {
  return rawHeaders.reduce((sum, text) => sum + text.length + HEADER_BYTES / 2, 0);
}

/** Pauses a connection again whenever Node resumes it: to read a body, or for a reader that has caught up. */
function stopReading(socket: Socket, ahead: Pick<Waiting<never, never>, "pause">): void {
  if (ahead.pause) return;
  ahead.pause = () => socket.pause();
  socket.on("resume", ahead.pause).pause();
}

function readOn(socket: Socket, ahead: Pick<Waiting<never, never>, "pause">): void {
  if (!ahead.pause) return;
  socket.off("resume", ahead.pause).resume();
  ahead.pause = undefined;
}
