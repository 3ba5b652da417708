/** Returns the address of a tag's page. */
export const tagHref = (tag: string): string => `/tags/${encodeURIComponent(tag)}`;
