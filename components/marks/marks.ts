import { createStore } from "zustand/vanilla";

/** A mark that a viewer can set and remove: whether they did, and how many people did. */
export interface Mark {
  on: boolean;
  count: number;
}

/** Sends the mark to the server; resolves to the new count if the response has one. */
type SendMark<Target> = (target: Target, on: boolean) => Promise<number | undefined>;

/**
 * Optimistic marks. Each has one request in flight at a time; a change meanwhile is sent after it, and a failure
 * restores the state that the server last confirmed.
 */
export function createMarks<Target>(send: SendMark<Target>, onFailure: (error: unknown) => void) {
  const store = createStore<Readonly<Record<string, Mark>>>(() => ({}));
  /** The state that the server last confirmed, for each mark with a request in flight. */
  const confirmed = new Map<string, Mark>();

  const read = (target: Target): Mark | undefined => store.getState()[keyOf(target)];
  const show = (target: Target, mark: Mark) => store.setState({ [keyOf(target)]: mark });

  async function synchronize(target: Target) {
    const key = keyOf(target);
    try {
      for (let wanted = read(target)!; wanted.on !== confirmed.get(key)!.on; wanted = read(target)!) {
        const count = await send(target, wanted.on);
        const now = { on: wanted.on, count: count ?? wanted.count };
        confirmed.set(key, now);
        if (read(target)!.on === wanted.on) show(target, now);
      }
    } catch (error) {
      show(target, confirmed.get(key)!);
      onFailure(error);
    } finally {
      confirmed.delete(key);
    }
  }

  return {
    store,
    read,
    /** Drops the local state of a target, because the page was rendered again with newer values. */
    forget(target: Target) {
      if (confirmed.has(keyOf(target))) return;
      const { [keyOf(target)]: _, ...others } = store.getState();
      store.setState(others, true);
    },
    /** Resolves once the server has confirmed the shown state. */
    async toggle(target: Target, now: Mark): Promise<void> {
      show(target, { on: !now.on, count: Math.max(0, now.count + (now.on ? -1 : 1)) });
      if (confirmed.has(keyOf(target))) return;
      confirmed.set(keyOf(target), now);
      await synchronize(target);
    },
  };
}

export const keyOf = (target: unknown) => JSON.stringify(target);
