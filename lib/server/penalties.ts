import type { Socket } from "node:net";

/** Our choice: long enough that the abuse costs next to nothing, short enough for an honest client that misbehaved. */
const PENALTY_MS = 10_000;
/** Bounds the memory of clients with many addresses. */
const MAX_PENALTIES = 10_000;

type Peer = Pick<Socket, "remoteAddress">;

/** The remote addresses whose connections are refused for a while. */
export class Penalties {
  readonly #untilByAddress = new Map<string | undefined, number>();

  add({ remoteAddress }: Peer): void {
    const [oldest] = this.#untilByAddress.keys();
    if (this.#untilByAddress.size >= MAX_PENALTIES) this.#untilByAddress.delete(oldest);
    this.#untilByAddress.set(remoteAddress, performance.now() + PENALTY_MS);
  }

  has({ remoteAddress }: Peer): boolean {
    const until = this.#untilByAddress.get(remoteAddress);
    if (until === undefined) return false;
    if (until > performance.now()) return true;
    this.#untilByAddress.delete(remoteAddress);
    return false;
  }
}
