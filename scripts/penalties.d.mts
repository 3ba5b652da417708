import type { Socket } from "node:net";

export class Penalties {
  add(socket: Pick<Socket, "remoteAddress">): void;
  has(socket: Pick<Socket, "remoteAddress">): boolean;
}
