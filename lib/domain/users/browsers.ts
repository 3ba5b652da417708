/** Longer than any browser name used here. */
const MAX_LENGTH = 60;

/** Of an unknown user agent, its beginning. */
export function browserName(userAgent: string): string {
  return knownBrowser(userAgent) ?? (userAgent.slice(0, MAX_LENGTH) || "A browser");
}

/** Without quoting the user agent; null for an uncommon one. */
export function knownBrowser(userAgent: string): string | null {
  const browser = /(Edg|OPR|Firefox|Chrome|Safari)\//.exec(userAgent)?.[1];
  const system = /(iPhone|iPad|Android|Windows|Mac OS X|Linux)/.exec(userAgent)?.[1];
  if (!browser) return null;
  const name = { Edg: "Edge", OPR: "Opera" }[browser] ?? browser;
  return system ? `${name} on ${system}` : name;
}
