import ipaddr from "ipaddr.js";

/** Our choice: far more than one process can serve, and some 100 MB where nothing is sent on any of them. */
const MAX_CONNECTIONS = 5000;

/** Our choice: forty browsers behind one address. */
const MAX_PER_CLIENT = 256;

/**
 * Knows the open connections of a server and which of them are idle, and bounds how many there are, in all and of one
 * client. Where there are too many, the one that has been idle longest is closed for the newcomer, or else the newcomer.
 * `clientOf` names the client whose connections count together; none are counted of whom it does not name.
 */
export class Connections {
  /** The number of requests in progress on each. */
  #requests = new Map();
  /** Since when each idle one is, the longest first. */
  #idle = new Map();
  #clients = new Map();
  #options;

  constructor({ maxConnections = MAX_CONNECTIONS, maxPerClient = MAX_PER_CLIENT, clientOf = networkOf } = {}) {
    this.#options = { maxConnections, maxPerClient, clientOf };
  }

  get size() {
    return this.#requests.size;
  }

  add(socket) {
    const { maxConnections, maxPerClient, clientOf } = this.#options;
    const client = clientOf(socket.remoteAddress);
    const own = this.#clients.get(client) ?? new Set();
    if (client !== undefined && own.size >= maxPerClient && !this.#closeLongestIdle(own)) return socket.destroy();
    if (this.size >= maxConnections && !this.#closeLongestIdle()) return socket.destroy();
    if (client !== undefined) this.#clients.set(client, own.add(socket));
    this.#requests.set(socket, 0);
    this.#idle.set(socket, performance.now());
    socket.once("close", () => {
      this.#forget(socket);
      own.delete(socket);
      if (own.size === 0 && this.#clients.get(client) === own) this.#clients.delete(client);
    });
  }

  beginRequest(socket) {
    if (!this.#requests.has(socket)) return;
    this.#requests.set(socket, this.#requests.get(socket) + 1);
    this.#idle.delete(socket);
  }

  endRequest(socket) {
    if (!this.#requests.has(socket)) return;
    const requests = this.#requests.get(socket) - 1;
    this.#requests.set(socket, requests);
    if (requests === 0) this.#idle.set(socket, performance.now());
  }

  /** Closes those that have been idle for so long. */
  closeIdle(idleMs) {
    const before = performance.now() - idleMs;
    for (const [socket, since] of this.#idle) {
      if (since > before) return;
      this.#forget(socket);
      socket.destroy();
    }
  }

  /** Of these, or of all. */
  #closeLongestIdle(sockets) {
    for (const socket of this.#idle.keys()) {
      if (sockets && !sockets.has(socket)) continue;
      this.#forget(socket);
      sockets?.delete(socket);
      socket.destroy();
      return true;
    }
    return false;
  }

  #forget(socket) {
    this.#requests.delete(socket);
    this.#idle.delete(socket);
  }
}

/** A client's network: it may pick any address of its IPv6 /64. This machine itself (a proxy, a test) is nobody's client. */
export function networkOf(address) {
  if (!address || !ipaddr.isValid(address)) return undefined;
  const parsed = ipaddr.process(address);
  if (parsed.range() === "loopback") return undefined;
  return parsed.kind() === "ipv4" ? parsed.toString() : parsed.parts.slice(0, 4).join(":");
}
