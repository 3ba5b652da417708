/** Longer than any browser name used here. */
const MAX_LENGTH = 60;

/** Returns the browser and operating system of a user agent, or the beginning of an unknown one. */
export function browserName(userAgent: string): string {
  return knownBrowser(userAgent) ?? (userAgent.slice(0, MAX_LENGTH) || "A browser");
}

/** Returns the browser and operating system of a common user agent, without quoting it; null for any other. */
export function knownBrowser(userAgent: string): string | null {
  const browser = /(Edg|OPR|Firefox|Chrome|Safari)\//.exec(userAgent)?.[1];
  const system = /(iPhone|iPad|Android|Windows|Mac OS X|Linux)/.exec(userAgent)?.[1];
  if (!browser) return null;
  const name = { Edg: "Edge", OPR: "Opera" }[browser] ?? browser;
  return system ? `${name} on ${system}` : name;
}
