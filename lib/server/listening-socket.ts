import dns from "node:dns/promises";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { getSystemErrorName } from "node:util";
import { isRunning } from "@/lib/infra/process/processes";
import { rejectConnectionsUntil } from "./listeners";

/**
 * How many connections all workers together accept per event-loop turn (see `listen`). Divided among
 * them, so that one idle worker does not take a whole burst.
 */
const DESCRIPTORS = 16;

/** The socket that workers listen on. While this process holds it, connections wait in its queue for a worker. */
interface ListeningSocket {
  /** For the `stdio` of each child process that accepts from the socket. */
  descriptors: number[];
  /** Called once workers accept no more. Answers 503 until `ended`, and then closes without resetting a connection. */
  rejectConnectionsUntil(ended: Promise<unknown>): Promise<void>;
  close(): void;
}

/** The part of Node's TCP handle that has no types. */
interface Handle {
  fd: number;
  getsockname(address: object): number;
  close(): void;
}

/**
 * Binds a socket on which only child processes listen: a `net.Server` would accept connections in this process as well.
 * Node's `cluster` does the same for workers that share a handle.
 */
export async function openListeningSocket(port: number, host: string, workers = 1): Promise<ListeningSocket> {
  const fail = (code: string) => new Error(`Nothing can listen at ${host}:${port} (${code}).`);
  const { address, family } = await dns.lookup(host).catch(({ code }: NodeJS.ErrnoException) => {
    throw fail(String(code));
  });
  const handle = bind(address, port, family);
  // Node reports an address in use only now.
  const error = typeof handle === "number" ? handle : handle.getsockname({});
  if (typeof handle === "number") throw fail(getSystemErrorName(error));
  if (error !== 0) {
    handle.close();
    throw fail(getSystemErrorName(error));
  }
  return {
    descriptors: Array<number>(Math.max(1, Math.floor(DESCRIPTORS / workers))).fill(handle.fd),
    rejectConnectionsUntil: (ended) => rejectConnectionsUntil(ended, handle),
    close: () => handle.close(),
  };
}

const PRIVATE_FOLDER = /^pegboard-pages-(\d+)-/;

/** A Unix socket that only this user's processes can reach, on which child processes listen. */
interface PrivateSocket {
  path: string;
  descriptors: number[];
  close(): void;
}

/**
 * Binds a Unix socket in a folder of its own, which no other user may enter. While this process holds the socket,
 * connections wait in its queue. Removes the folders that killed processes have left.
 */
export function openPrivateSocket(): PrivateSocket {
  const temporary = os.tmpdir();
  for (const name of fs.readdirSync(temporary)) {
    const owner = PRIVATE_FOLDER.exec(name)?.[1];
    if (owner && !isRunning(Number(owner))) removeIfOurs(path.join(temporary, name));
  }
  const folder = fs.mkdtempSync(path.join(temporary, `pegboard-pages-${process.pid}-`));
  const file = path.join(folder, "socket");
  const handle = bind(file, -1, -1);
  if (typeof handle === "number") throw new Error(`Nothing can listen at ${file} (${getSystemErrorName(handle)}).`);
  return {
    path: file,
    descriptors: [handle.fd],
    close: () => {
      handle.close();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

function removeIfOurs(folder: string): void {
  try {
    fs.rmSync(folder, { recursive: true, force: true });
  } catch {
    return;
  }
}

function bind(address: string, port: number, family: number): Handle | number {
  const { _createServerHandle: createHandle } = net as unknown as {
    _createServerHandle(address: string, port: number, family: number): Handle | number;
  };
  return createHandle(address, port, family);
}
