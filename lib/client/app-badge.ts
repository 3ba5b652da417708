/** Shows a number on the icon of an installed site; 0 removes it. Not every browser can, and one may refuse. */
export function setAppBadge(count: number): void {
  if ("setAppBadge" in navigator) navigator.setAppBadge(count).catch(() => undefined);
}
