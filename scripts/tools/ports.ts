import net from "node:net";
import getPort from "get-port";

/** Returns a free port of 127.0.0.1, and never the same one twice. */
export function freePort(): Promise<number> {
  return getPort({ host: "127.0.0.1" });
}

/** @throws the system's error where nothing could ever listen: a foreign address, a port that needs privileges. */
export function isPortFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? resolve(false) : reject(error),
    );
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}
