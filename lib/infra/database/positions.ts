/** A position (LSN) in the primary's write-ahead log, such as `16/B374D848`, as a number. */
export type Position = bigint;

export function parsePosition(lsn: string): Position {
  const [high = "0", low = "0"] = lsn.split("/");
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/** A primary's position, as polled. */
export interface Seen {
  /** By `performance.now()`. */
  at: number;
  position: Position;
  lsn: string;
}

/**
 * Returns a replica's lag in milliseconds: how long ago the primary was first seen past the replica's position.
 * @param primary the polled positions, newest last
 */
export function lagOf(position: Position, primary: readonly Pick<Seen, "at" | "position">[]): number {
  const missing = primary.find((seen) => seen.position > position);
  return missing ? Math.max(0, performance.now() - missing.at) : 0;
}
