import net, { type AddressInfo } from "node:net";

/** A port of 127.0.0.1 that nobody listens on just now. */
export function freePort(): Promise<number> {
  return listenOnce(0, "127.0.0.1");
}

export function isPortFree(port: number, host: string): Promise<boolean> {
  return listenOnce(port, host).then(
    () => true,
    () => false,
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
