import type { Socket } from "node:net";

interface ConnectionsOptions {
  maxConnections?: number;
  maxPerClient?: number;
  clientOf?: (address: string | undefined) => string | undefined;
}

export class Connections {
  constructor(options?: ConnectionsOptions);
  readonly size: number;
  add(socket: Socket): void;
  beginRequest(socket: Socket): void;
  endRequest(socket: Socket): void;
  closeIdle(idleMs: number): void;
}

export function networkOf(address: string | undefined): string | undefined;
