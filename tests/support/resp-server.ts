import net from "node:net";
import { freePort } from "@/scripts/tools/ports";

/** What a server answers to a command, in the protocol of Redis. */
type Answer = (command: string[]) => string | Promise<string>;

/** Starts a server that speaks the protocol of Redis. Its answers come in the order of the commands. */
export async function startRespServer(answer: Answer) {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => undefined);
    let answered = Promise.resolve();
    socket.on("data", (data) => {
      for (const command of commandsIn(data.toString()))
        answered = answered.then(async () => void socket.write(await answer(command)));
    });
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const disconnectClients = () => sockets.forEach((socket) => socket.destroy());
  return {
    port,
    connections: () => sockets.size,
    disconnectClients,
    /** Sends a text to every client. */
    push: (text: string) => sockets.forEach((socket) => socket.write(text)),
    stop: () => {
      disconnectClients();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

export const array = (...items: string[]) => `*${items.length}\r\n${items.map(bulk).join("")}`;

export const bulk = (text: string) => `$${Buffer.byteLength(text)}\r\n${text}\r\n`;

/** Splits what a client sent, which is whole commands as long as they are short. */
function commandsIn(text: string): string[][] {
  return text
    .split(/^\*\d+\r\n/m)
    .slice(1)
    .map((command) => command.split("\r\n").filter((_line, n) => n % 2 === 1));
}
