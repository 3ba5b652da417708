import type { Socket } from "node:net";
import { isLoopback, networkOf, networksAround } from "@/lib/infra/network/client-ip";
import { workerShare } from "@/lib/infra/process/supervisor";

/** Per machine: far more than it can serve, and some 100 MB if all of them are idle. */
const MAX_CONNECTIONS = 5000;

/** Forty browsers behind one address. */
const MAX_PER_CLIENT = 256;

/** How long to wait for the first request of a new connection before it counts as idle. */
const ARRIVAL_MS = 250;

interface ConnectionsOptions {
  maxConnections?: number;
  maxPerClient?: number;
  /** Returns the client whose connections are counted together; connections without a client are not counted. */
  clientOf?: (address: string | undefined) => string | undefined;
  /** Closes the connection (among these) that has waited longest for the rest of a body; false if none is waiting. */
  closeUnfinished?: (among?: ReadonlySet<Socket>) => boolean;
}

/**
 * Tracks a server's open connections and which of them are idle, and bounds their number in total, per client, and per
 * network around a client. At the bound, a new connection replaces the one that has been idle longest, otherwise the
 * one whose request has been incomplete longest; without either, the new one is closed. Connections that were just
 * accepted are closed last, because their requests may be in transit.
 */
export class Connections {
  readonly #requests = new Map<Socket, number>();
  /** When each idle connection became idle, the longest idle first. */
  readonly #idleSince = new Map<Socket, number>();
  readonly #byNetwork = new Map<string, Set<Socket>>();
  readonly #options: Required<ConnectionsOptions>;

  constructor({
    maxConnections = workerShare(MAX_CONNECTIONS),
    maxPerClient = workerShare(MAX_PER_CLIENT),
    clientOf = clientOfAddress,
    closeUnfinished = () => false,
  }: ConnectionsOptions = {}) {
    this.#options = { maxConnections, maxPerClient, clientOf, closeUnfinished };
  }

  get size(): number {
    return this.#requests.size;
  }

  add(socket: Socket): void {
    const { maxConnections, maxPerClient, clientOf } = this.#options;
    const client = clientOf(socket.remoteAddress);
    const networks = client === undefined ? [] : networksAround(client);
    for (const { name, times } of networks) {
      const own = this.#byNetwork.get(name);
      if (own && own.size >= times * maxPerClient && !this.#makeRoom(own)) return void socket.destroy();
    }
    if (this.size >= maxConnections && !this.#makeRoom()) return void socket.destroy();
    for (const { name } of networks) this.#byNetwork.set(name, (this.#byNetwork.get(name) ?? new Set()).add(socket));
    this.#requests.set(socket, 0);
    this.#idleSince.set(socket, performance.now());
    socket.once("close", () => {
      this.#forget(socket);
      for (const { name } of networks) {
        const own = this.#byNetwork.get(name);
        if (own?.delete(socket) && own.size === 0) this.#byNetwork.delete(name);
      }
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

  closeIdle(idleMs: number): void {
    const latest = performance.now() - idleMs;
    for (const [socket, since] of this.#idleSince) {
      if (since > latest) return;
      this.#close(socket);
    }
  }

  /** Closes one of `sockets`, or of all connections. Returns false if none may be closed. */
  #makeRoom(sockets?: ReadonlySet<Socket>): boolean {
    return (
      this.#closeOneIdle(performance.now() - ARRIVAL_MS, sockets) ||
      this.#options.closeUnfinished(sockets) ||
      this.#closeOneIdle(Infinity, sockets)
    );
  }

  /** Closes the connection that has been idle longest, if it became idle at `latest` or before. */
  #closeOneIdle(latest: number, sockets: ReadonlySet<Socket> | undefined): boolean {
    for (const [socket, since] of this.#idleSince) {
      if (since > latest) return false;
      if (sockets && !sockets.has(socket)) continue;
      this.#close(socket);
      return true;
    }
    return false;
  }

  #close(socket: Socket): void {
    this.#forget(socket);
    socket.destroy();
  }

  #forget(socket: Socket): void {
    this.#requests.delete(socket);
    this.#idleSince.delete(socket);
  }
}

/** Returns the client of an address; undefined for loopback addresses (a proxy on this machine, a test). */
export function clientOfAddress(address: string | undefined): string | undefined {
  return address && !isLoopback(address) ? networkOf(address) : undefined;
}
