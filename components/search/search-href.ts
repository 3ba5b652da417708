export type SearchKind = "people" | "posts";

export function searchHref(q: string, only?: SearchKind, cursor?: string) {
  const asked = new URLSearchParams({ ...(q && { q }), ...(only && { only }), ...(cursor && { cursor }) });
  return asked.size > 0 ? `/search?${asked}` : "/search";
}
