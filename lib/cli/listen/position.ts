import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { stateFolder, writePrivately } from "@/lib/cli/profiles";

/** A receiver's position in an account's events. */
export interface Position {
  /** The `eventId` of the last event that the receiver accepted, or a time; null before the account's first event. */
  after: string | null;
  /** The number of events it accepted; the next one's `sequence` is one more. */
  delivered: number;
  /** The secret that signs deliveries to it. */
  secret: string;
}

/** The file of a receiver's position: one for each account of a site and URL. */
export function positionFile(site: string, accountId: string, forward: string): string {
  const name = createHash("sha256").update([site, accountId, forward].join("\n")).digest("hex").slice(0, 32);
  return path.join(stateFolder(), "listen", `${name}.json`);
}

export function readPosition(file: string): Position | undefined {
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Position) : undefined;
}

/** Called after the receiver has accepted an event, and before it gets the next one. */
export function savePosition(file: string, position: Position): void {
  writePrivately(file, position);
}
