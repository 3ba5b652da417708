/** Returns the address of a page with a post begun: a text, and the address of a page of this site that it links to. */
export function shareHref(text: string, path: string): string {
  return `/posts/new?${new URLSearchParams({ text, path }).toString()}`;
}
