/** A reader's position: the `seq` of the last event sent, by the topic's public name. */
export type Positions = ReadonlyMap<string, number>;

const ENTRY = /^(me|room:[A-HJ-NP-Z2-9]{6})=(\d{1,15})$/;

/** Encodes positions as the `id` of an event: `me=12~room:ABC234=7`. Opaque to clients other than ours. */
export function encodePositions(positions: Iterable<readonly [name: string, seq: number]>): string {
  return Array.from(positions, ([name, seq]) => `${name}=${seq}`).join("~");
}

/** Decodes what `encodePositions` returned; null for anything else. */
export function decodePositions(id: string): Positions | null {
  const entries = id.split("~").map((entry) => ENTRY.exec(entry));
  if (!entries.every((entry) => entry !== null)) return null;
  return new Map(entries.map(([, name = "", seq]) => [name, Number(seq)]));
}
