/** Our choice: long enough that what brought it costs next to nothing, short enough for an honest client that misbehaved. */
const PENALTY_MS = 10_000;
/** Bounds the memory of those who have many addresses. */
const MAX_PENALTIES = 10_000;

/** Remembers for a while whose connections are not wanted, by the address of their sockets. */
export class Penalties {
  #until = new Map();

  add({ remoteAddress }) {
    if (this.#until.size >= MAX_PENALTIES) this.#until.delete(this.#until.keys().next().value);
    this.#until.set(remoteAddress, performance.now() + PENALTY_MS);
  }

  has({ remoteAddress }) {
    const until = this.#until.get(remoteAddress);
    if (until === undefined) return false;
    if (until > performance.now()) return true;
    this.#until.delete(remoteAddress);
    return false;
  }
}
