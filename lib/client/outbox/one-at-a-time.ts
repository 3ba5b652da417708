// What the pages and the worker of a browser agree on.

/** The name of the work whose registration wakes the worker. */
export const SYNC_TAG = "outbox";

export const channelOf = (account: string) => `pegboard:outbox:${account}`;

let last: Promise<unknown> = Promise.resolve();

/** Returns what runs an account's work one at a time in this browser; without HTTPS, which locks need, in this tab. */
export function exclusivelyFor(account: string): <T>(work: () => Promise<T>) => Promise<T> {
  if ("locks" in navigator) return (work) => navigator.locks.request(channelOf(account), work);
  return (work) => {
    const next = last.then(work, work);
    last = next.catch(() => undefined);
    return next;
  };
}
