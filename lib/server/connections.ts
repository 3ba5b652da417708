import type { Socket } from "node:net";
import ipaddr from "ipaddr.js";
import { workerShare } from "@/lib/infra/supervisor";

/** Our choice for the machine: far more than it can serve, and some 100 MB where nothing is sent on any of them. */
const MAX_CONNECTIONS = 5000;

/** Our choice: forty browsers behind one address. */
const MAX_PER_CLIENT = 256;

interface ConnectionsOptions {
  maxConnections?: number;
  maxPerClient?: number;
  /** Names the client whose connections count together; connections of an unnamed client are not counted. */
  clientOf?: (address: string | undefined) => string | undefined;
}

/**
 * Tracks a server's open connections and which of them are idle, and bounds their number in total and per client. At
 * the bound, a new connection replaces the one that has been idle longest; if none is idle, the new one is closed.
 */
export class Connections {
  /** The number of requests in progress on each. */
  readonly #requests = new Map<Socket, number>();
  /** When each idle connection became idle, the longest first. */
  readonly #idleSince = new Map<Socket, number>();
  readonly #byClient = new Map<string, Set<Socket>>();
  readonly #options: Required<ConnectionsOptions>;

  constructor({
    maxConnections = workerShare(MAX_CONNECTIONS),
    maxPerClient = workerShare(MAX_PER_CLIENT),
    clientOf = networkOf,
  }: ConnectionsOptions = {}) {
    this.#options = { maxConnections, maxPerClient, clientOf };
  }

  get size(): number {
    return this.#requests.size;
  }

  add(socket: Socket): void {
    const { maxConnections, maxPerClient, clientOf } = this.#options;
    const client = clientOf(socket.remoteAddress);
    const own = (client !== undefined && this.#byClient.get(client)) || new Set<Socket>();
    if (own.size >= maxPerClient && !this.#closeLongestIdle(own)) return void socket.destroy();
    if (this.size >= maxConnections && !this.#closeLongestIdle()) return void socket.destroy();
    if (client !== undefined) this.#byClient.set(client, own.add(socket));
    this.#requests.set(socket, 0);
    this.#idleSince.set(socket, performance.now());
    socket.once("close", () => {
      this.#forget(socket);
      own.delete(socket);
      if (client !== undefined && own.size === 0 && this.#byClient.get(client) === own) this.#byClient.delete(client);
    });
  }

  beginRequest(socket: Socket): void {
    const requests = this.#requests.get(socket);
    if (requests === undefined) return;
    this.#requests.set(socket, requests + 1);
    this.#idleSince.delete(socket);
  }

  endRequest(socket: Socket): void {
    const requests = this.#requests.get(socket);
    if (requests === undefined) return;
    this.#requests.set(socket, requests - 1);
    if (requests === 1) this.#idleSince.set(socket, performance.now());
  }

  /** Closes the connections that have been idle for at least `idleMs`. */
  closeIdle(idleMs: number): void {
    const latest = performance.now() - idleMs;
    for (const [socket, since] of this.#idleSince) {
      if (since > latest) return;
      this.#forget(socket);
      socket.destroy();
    }
  }

  /** Closes the longest idle of `sockets`, or of all connections. Returns false if none is idle. */
  #closeLongestIdle(sockets?: Set<Socket>): boolean {
    for (const socket of this.#idleSince.keys()) {
      if (sockets && !sockets.has(socket)) continue;
      this.#forget(socket);
      sockets?.delete(socket);
      socket.destroy();
      return true;
    }
    return false;
  }

  #forget(socket: Socket): void {
    this.#requests.delete(socket);
    this.#idleSince.delete(socket);
  }
}

/**
 * A client's network: an IPv4 address, or an IPv6 /64, of which a client may pick any address. Loopback addresses (a
 * proxy on this machine, a test) belong to no client.
 */
export function networkOf(address: string | undefined): string | undefined {
  if (!address || !ipaddr.isValid(address)) return undefined;
  const parsed = ipaddr.process(address);
  if (parsed.range() === "loopback") return undefined;
  return parsed instanceof ipaddr.IPv6 ? parsed.parts.slice(0, 4).join(":") : parsed.toString();
}
