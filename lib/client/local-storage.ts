/** What this browser keeps under a key; null where it keeps nothing, or keeps nothing for us. */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text, or with null forgets it. Storage may be closed or full: it then lasts as long as the page. */
export function keepStored(key: string, text: string | null) {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // See above.
  }
}
