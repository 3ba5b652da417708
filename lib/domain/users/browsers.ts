/** Longer than what any browser is called here. */
const MAX_LENGTH = 60;

/** The browser and operating system of a user agent, or its beginning. */
export function browserName(userAgent: string): string {
  return knownBrowser(userAgent) ?? (userAgent.slice(0, MAX_LENGTH) || "A browser");
}

/** The browser and operating system of a user agent, in our words alone; null for others than the usual ones. */
export function knownBrowser(userAgent: string): string | null {
  const browser = /(Edg|OPR|Firefox|Chrome|Safari)\//.exec(userAgent)?.[1];
  const system = /(iPhone|iPad|Android|Windows|Mac OS X|Linux)/.exec(userAgent)?.[1];
  if (!browser) return null;
  const name = { Edg: "Edge", OPR: "Opera" }[browser] ?? browser;
  return system ? `${name} on ${system}` : name;
}
