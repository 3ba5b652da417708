/** Returns the text stored under a key; null if there is none, or storage is disabled. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text, or with null removes it. Does nothing if storage is disabled or full. */
export function keepStored(key: string, text: string | null) {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Callers keep the value themselves while the page is open.
  }
}
