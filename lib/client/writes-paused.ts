import { createStore } from "zustand/vanilla";

/**
 * Whether the site can only be read for now, as far as this page knows: since a write was answered 503 until one is
 * answered otherwise. Undefined until there was a write.
 */
export const writesPaused = createStore<{ paused?: boolean }>(() => ({}));
