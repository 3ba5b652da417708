import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Our choice: while this many requests wait on a connection, it is not read any further. Few clients pipeline. */
const MAX_READ_AHEAD = 4;
/** More than any honest client pipelines in what is read from a connection at once. */
const MAX_PIPELINED = 100;
/** Our choice: memory for headers of waiting requests, per connection (16 of the largest) and per process. */
const MAX_BYTES_PER_CONNECTION = 256 * 1024;
const MAX_WAITING_BYTES = 16 * 1024 * 1024;
/** The approximate memory of a header besides its characters. */
const HEADER_BYTES = 100;

type Exchange<Response> = [request: IncomingMessage, response: Response];
/** `isLast` returns whether no further request has arrived on the connection. */
type SequencedListener<Response> = (request: IncomingMessage, response: Response, isLast: () => boolean) => unknown;

interface Options {
  maxWaitingBytes?: number;
  /** Called with a connection that was closed because more requests wait on it than any honest client pipelines. */
  onTooManyAhead?(socket: Socket): void;
}

/** The requests behind the one in progress on a connection, and the memory of their headers. */
interface Waiting<Response> {
  exchanges: Exchange<Response>[];
  bytes: number;
}

/**
 * Answers the pipelined requests of a connection one after the other. Node starts all of them at once and buffers their
 * responses, so a client that sends some kilobytes of requests and reads nothing could take gigabytes of memory.
 */
export function inSequence<Response extends ServerResponse>(
  answer: SequencedListener<Response>,
  { maxWaitingBytes = MAX_WAITING_BYTES, onTooManyAhead }: Options = {},
): (request: IncomingMessage, response: Response) => void {
  const waiting = new WeakMap<Socket, Waiting<Response>>();
  let bytesInAll = 0;

  function wait(socket: Socket, ahead: Waiting<Response>, exchange: Exchange<Response>): void {
    const bytes = bytesOf(exchange[0]);
    ahead.exchanges.push(exchange);
    ahead.bytes += bytes;
    bytesInAll += bytes;
    if (ahead.exchanges.length > MAX_PIPELINED || ahead.bytes > MAX_BYTES_PER_CONNECTION) {
      socket.destroy();
      onTooManyAhead?.(socket);
    } else if (bytesInAll > maxWaitingBytes) socket.destroy();
    else if (ahead.exchanges.length >= MAX_READ_AHEAD) pauseReading(socket);
  }

  function next(socket: Socket, ahead: Waiting<Response>): Exchange<Response> | undefined {
    const exchange = ahead.exchanges.shift();
    if (!exchange) return undefined;
    const bytes = bytesOf(exchange[0]);
    ahead.bytes -= bytes;
    bytesInAll -= bytes;
    if (ahead.exchanges.length < MAX_READ_AHEAD) resumeReading(socket);
    return exchange;
  }

  function forget(socket: Socket): void {
    bytesInAll -= waiting.get(socket)?.bytes ?? 0;
    waiting.delete(socket);
  }

  function begin(socket: Socket, ahead: Waiting<Response>, [request, response]: Exchange<Response>): void {
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
    const none: Waiting<Response> = { exchanges: [], bytes: 0 };
    waiting.set(socket, none);
    begin(socket, none, [request, response]);
  };
}

function bytesOf({ rawHeaders }: IncomingMessage): number {
  return rawHeaders.reduce((sum, text) => sum + text.length + HEADER_BYTES / 2, 0);
}

/** State of Node's server that its types omit. Node itself uses it to pause clients that do not read responses. */
type ServerSocket = Socket & { _paused?: boolean; parser?: { resume(): void } | null };

function pauseReading(socket: ServerSocket): void {
  socket._paused = true;
  socket.pause();
}

function resumeReading(socket: ServerSocket): void {
  if (!socket._paused) return;
  socket._paused = false;
  socket.parser?.resume();
  socket.resume();
}
