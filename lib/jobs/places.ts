/** An attempt that takes longer than this gives its place to others: receivers that hang hold up nobody. */
const QUICK_MS = 1000;
const MAX_QUICK = 64;
const MAX_IN_FLIGHT = 512;

/** How much is sent at the same time, to all endpoints together. */
export class Places {
  private quick = 0;
  private inFlight = 0;

  get areFree(): boolean {
    return this.quick < MAX_QUICK && this.inFlight < MAX_IN_FLIGHT;
  }

  /** Takes a place, and gives the way to free it. `whenSlow` is called if that takes long. */
  take(whenSlow: () => void): () => void {
    this.inFlight += 1;
    this.quick += 1;
    let isQuick = true;
    const timer = setTimeout(() => {
      isQuick = false;
      this.quick -= 1;
      whenSlow();
    }, QUICK_MS);
    return () => {
      clearTimeout(timer);
      this.inFlight -= 1;
      if (isQuick) this.quick -= 1;
    };
  }
}
