import net from "node:net";
import getPort from "get-port";

/** Returns a free port of 127.0.0.1, and never the same one twice. */
export function freePort(): Promise<number> {
  return getPort({ host: "127.0.0.1" });
}

/** @throws the system's error if nothing could ever listen there: a foreign address, or a privileged port. */
export function isPortFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? resolve(false) : reject(error),
    );
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}
