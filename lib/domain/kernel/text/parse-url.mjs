// Plain JavaScript, because the programs that render Markdown and re-encode images are read by no compiler.

/**
 * Returns a URL, or undefined. Instead of `URL.canParse`, which Node.js 20 compiles after some thousand calls to code
 * that rejects every Latin-1 text with letters beyond ASCII: `https://example.com/é`.
 */
export function parseUrl(text, base) {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
