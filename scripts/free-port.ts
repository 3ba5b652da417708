import net, { type AddressInfo } from "node:net";

/** A port of 127.0.0.1 that nobody listens on just now. */
export function freePort(): Promise<number> {
  return listenOnce(0, "127.0.0.1");
}

/** Throws where nothing could ever listen: an address that is not this machine's, a port that is not ours to take. */
export function isPortFree(port: number, host: string): Promise<boolean> {
  return listenOnce(port, host).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") return false;
      throw error;
    },
  );
}

function listenOnce(port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer().once("error", reject);
    server.listen(port, host, () => {
      const address = server.address() as AddressInfo;
      server.close(() => resolve(address.port));
    });
  });
}
