import net from "node:net";
import { UserError } from "./terminal";

/** Connections that may wait to be accepted: in a burst, those beyond it only try again after seconds. */
const BACKLOG = 4096;
/** How many connections the server accepts in a turn of its event loop: see lib/server/listeners.ts. */
const DESCRIPTORS = 16;

export interface ListeningSocket {
  /** For the `stdio` of a child process. */
  descriptors: number[];
  /** Leaves it to the processes that inherited it. */
  release(): void;
}

/**
 * Opens a listening socket for a child process to accept from. To be inherited and released in the turn of the event
 * loop in which it opens: this process would accept what comes later.
 */
export async function openListeningSocket(port: number, host: string): Promise<ListeningSocket> {
  const server = net.createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", ({ code }: NodeJS.ErrnoException) =>
      reject(new UserError(`Nothing can listen at ${host}:${port} (${code}).`)),
    );
    server.listen({ port, host, backlog: BACKLOG }, resolve);
  });
  const { fd } = (server as unknown as { _handle: { fd: number } })._handle;
  return { descriptors: Array<number>(DESCRIPTORS).fill(fd), release: () => server.close() };
}
