/** What a delivery says (docs/contract.md#delivering). */
interface Envelope {
  /** The delivery's. */
  id: string;
  event: string;
  /** ISO 8601 */
  created: string;
  data: object;
  /** What the event is about, for endpoints that receive the full payload: null if it is gone. */
  resource?: object | null;
  /** Null for `webhook.test`. */
  eventId: string | null;
  sequence: number;
  /** Present if its account triggered it. */
  test?: true;
  /** Present if it happened in a sandbox. */
  livemode?: false;
}

/** Returns the body of a delivery, which every attempt sends byte for byte. */
export function bodyOf({ id, event, created, data, resource, eventId, sequence, test, livemode }: Envelope): string {
  // Absent fields are left out.
  return JSON.stringify({ id, event, created, data, resource, eventId, sequence, test, livemode });
}
