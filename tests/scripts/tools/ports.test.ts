import { once } from "node:events";
import net, { type AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { freePort, isPortFree } from "@/scripts/tools/ports";

test("a port is free until somebody listens on it", async () => {
  expect(await isPortFree(await freePort(), "127.0.0.1")).toBe(true);
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  expect(await isPortFree((server.address() as AddressInfo).port, "127.0.0.1")).toBe(false);
  server.close();
});

test("an address of another machine is not reported as in use", async () => {
  await expect(isPortFree(await freePort(), "192.0.2.1")).rejects.toMatchObject({ code: "EADDRNOTAVAIL" });
});
