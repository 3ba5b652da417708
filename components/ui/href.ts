/** Returns the URL of a page with those of the query parameters that are not empty. */
export function hrefWith(path: string, parameters: Partial<Record<string, string | null>>): string {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path;
}
