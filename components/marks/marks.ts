/** What a reader can do with a post and take back: how it stands for them, and how many did it. */
export interface Mark {
  on: boolean;
  count: number;
}

/** Asks the server; answers the true count where it is told. */
export type SendMark = (key: string, on: boolean) => Promise<number | undefined>;

interface Flight {
  /** What the server has last agreed to. */
  agreed: Mark;
}

/**
 * Marks that show at once what was asked for. One request a mark is under way at a time; a change of mind meanwhile is
 * sent after it, and a failure shows again what the server has agreed to.
 */
export function createMarks(send: SendMark, onFailure: (error: unknown) => void) {
  const shown = new Map<string, Mark>();
  const flights = new Map<string, Flight>();
  const listeners = new Set<() => void>();

  function show(key: string, mark: Mark) {
    shown.set(key, mark);
    for (const listener of listeners) listener();
  }

  async function fly(key: string, flight: Flight) {
    try {
      for (let wanted = shown.get(key)!; wanted.on !== flight.agreed.on; wanted = shown.get(key)!) {
        const count = await send(key, wanted.on);
        flight.agreed = { on: wanted.on, count: count ?? wanted.count };
        if (shown.get(key)!.on === wanted.on) show(key, flight.agreed);
      }
    } catch (error) {
      show(key, flight.agreed);
      onFailure(error);
    } finally {
      flights.delete(key);
    }
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    read: (key: string) => shown.get(key),
    /** The page was rendered anew: the server knows better than what was shown before. */
    forget(key: string) {
      if (!flights.has(key)) shown.delete(key);
    },
    /** Resolves when the server and what is shown agree. */
    async toggle(key: string, now: Mark): Promise<void> {
      show(key, { on: !now.on, count: Math.max(0, now.count + (now.on ? -1 : 1)) });
      if (flights.has(key)) return;
      const flight = { agreed: now };
      flights.set(key, flight);
      await fly(key, flight);
    },
  };
}
