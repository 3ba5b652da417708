import http from "node:http";
import net, { type AddressInfo } from "node:net";

interface FaultyInngest {
  url: string;
  stop(): void;
}

/** The ways in which Inngest can fail, each as a server. */
export const FAULTY_INNGESTS: Record<"refuses" | "hangs" | "forgets", () => Promise<FaultyInngest>> = {
  refuses: async () => {
    const { url, stop } = await listen(net.createServer());
    stop();
    return { url, stop: () => undefined };
  },
  hangs: () => listen(net.createServer((socket) => void socket.resume().on("error", () => undefined))),
  forgets: () =>
    listen(
      http.createServer((request, response) => {
        request
          .resume()
          .on("end", () =>
            response.setHeader("Content-Type", "application/json").end(JSON.stringify({ ids: ["taken"], status: 200 })),
          );
      }),
    ),
};

async function listen(server: net.Server): Promise<FaultyInngest> {
  const sockets = new Set<net.Socket>();
  server.on("connection", (socket: net.Socket) => void sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
