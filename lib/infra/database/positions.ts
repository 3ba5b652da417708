/** A position in the primary's log of changes, as a number: `16/B374D848`. */
export type Position = bigint;

export function parsePosition(lsn: string): Position {
  const [high = "0", low = "0"] = lsn.split("/");
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** Where a primary is, as the poller has seen it. */
export interface Seen {
  /** By `performance.now()`. */
  at: number;
  position: Position;
  lsn: string;
}

/** For how long what a replica lacks has been written, given where the primary was when. Newest last. */
export function lagOf(position: Position, primary: readonly Pick<Seen, "at" | "position">[]): number {
  const missing = primary.find((seen) => seen.position > position);
  return missing ? Math.max(0, performance.now() - missing.at) : 0;
}
