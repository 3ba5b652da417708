import { createStore } from "zustand/vanilla";

/**
 * Whether the site is read-only for now, as far as this page knows: from the first write that gets a 503 until one gets
 * another status. Undefined before the first write.
 */
export const writesPaused = createStore<{ paused?: boolean }>(() => ({}));
