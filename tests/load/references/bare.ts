import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import type { Recipe } from "../bench/operations";

export interface Reference {
  origin: string;
  pid: number;
  stop(): void;
}

export async function startBareServer(databaseUrl: string, recipes: Recipe[]): Promise<Reference> {
  const child = fork(path.join(import.meta.dirname, "bare-server.ts"), {
    execArgv: ["--import", "tsx"],
    serialization: "advanced",
  });
  child.send({ databaseUrl, recipes });
  const [port] = (await once(child, "message")) as [number];
  return { origin: `http://127.0.0.1:${port}`, pid: child.pid ?? 0, stop: () => child.disconnect() };
}
