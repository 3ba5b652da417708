import net from "node:net";
import { once } from "node:events";

/** A proxy to a server, such as the database of a test, that can be cut off and restored. */
export interface TcpProxy {
  url: string;
  /** Closes every connection and rejects new ones. */
  cut(): Promise<void>;
  restore(): Promise<void>;
  /** Routes new connections to another server, and closes existing ones. */
  leadTo(serverUrl: string): void;
  close(): Promise<void>;
}

export async function startTcpProxy(serverUrl: string): Promise<TcpProxy> {
  let { hostname, port } = new URL(serverUrl);
  const sockets = new Set<net.Socket>();
  const server = net.createServer((client) => {
    const upstream = net.connect(Number(port), hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from
        .on("error", () => to.destroy())
        .on("close", () => {
          sockets.delete(from);
          to.destroy();
        });
    }
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const own = (server.address() as net.AddressInfo).port;
  const cut = async () => {
    const closed = once(server, "close");
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  const url = new URL(serverUrl);
  url.hostname = "127.0.0.1";
  url.port = String(own);
  return {
    url: url.href,
    cut,
    leadTo(another) {
      ({ hostname, port } = new URL(another));
      for (const socket of sockets) socket.destroy();
    },
    restore: async () => void (await once(server.listen(own, "127.0.0.1"), "listening")),
    close: async () => void (server.listening && (await cut())),
  };
}
