import net from "node:net";
import getPort from "get-port";

/** A port of 127.0.0.1 that nobody listens on, and that this process has not just given out. */
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
