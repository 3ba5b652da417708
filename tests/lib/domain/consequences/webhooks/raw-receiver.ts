import net, { type AddressInfo } from "node:net";

/** A TCP server, for malformed HTTP responses. */
export async function startRawReceiver(
  onConnection: (socket: net.Socket) => void,
): Promise<{ url: string; stop(): void }> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return { url, stop };
}
