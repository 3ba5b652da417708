import type { Socket } from "node:net";
import { networkOf } from "@/lib/infra/network/client-ip";

/** Long enough that the abuse costs next to nothing, short enough for an honest client that misbehaved. */
const PENALTY_MS = 10_000;
/** Never penalized: an undeclared proxy on this machine stands for many clients, and a local tool is no threat. */
const SHARED = ["127.0.0.1", "::1", "::ffff:127.0.0.1"];
/** Bounds the memory of clients with many addresses. */
const MAX_PENALTIES = 10_000;

type Peer = Pick<Socket, "remoteAddress">;
type Client = string | undefined;

export class Penalties {
  readonly #untilByClient = new Map<Client, number>();
  readonly #socketsByClient = new Map<Client, Set<Socket>>();

  /** Accepts a connection, or closes that of a penalized client. */
  accept(socket: Socket): boolean {
    if (this.has(socket)) return !socket.destroy();
    const client = clientOf(socket.remoteAddress);
    const sockets = this.#socketsByClient.get(client) ?? new Set();
    this.#socketsByClient.set(client, sockets.add(socket));
    socket.once("close", () => {
      if (sockets.delete(socket) && sockets.size === 0) this.#socketsByClient.delete(client);
    });
    return true;
  }

  /** Penalizes a client and closes its other connections as well, before what they have sent is read. */
  addAndClose(peer: Peer): void {
    this.add(peer);
    if (!this.has(peer)) return;
    for (const socket of this.#socketsByClient.get(clientOf(peer.remoteAddress)) ?? []) socket.destroy();
  }

  add({ remoteAddress = "" }: Peer): void {
    if (SHARED.includes(remoteAddress)) return;
    const [oldest] = this.#untilByClient.keys();
    if (this.#untilByClient.size >= MAX_PENALTIES) this.#untilByClient.delete(oldest);
    this.#untilByClient.set(clientOf(remoteAddress), performance.now() + PENALTY_MS);
  }

  has({ remoteAddress }: Peer): boolean {
    if (this.#untilByClient.size === 0) return false;
    const client = clientOf(remoteAddress);
    const until = this.#untilByClient.get(client);
    if (until === undefined) return false;
    if (until > performance.now()) return true;
    this.#untilByClient.delete(client);
    return false;
  }
}

const clientOf = (address: string | undefined) => address && networkOf(address);
