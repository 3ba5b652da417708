/** The paths of the reference. Guides, the list of errors, scopes and the changelog share the first page. */
export const REFERENCE = "/docs/api";
export const SCHEMAS = `${REFERENCE}/schemas`;
export const SEARCH_INDEX = `${REFERENCE}/search.json`;
export const EVENTS = "/docs/events";

export const groupHref = (group: string) => `${REFERENCE}/${group}`;

/** An operation such as `posts.create` is on the page of its group. */
export const operationHref = (id: string) => `${groupHref(groupOf(id))}#${id}`;
export const schemaHref = (name: string) => `${SCHEMAS}#schema-${name}`;
export const eventHref = (name: string) => `${EVENTS}#${name}`;
export const errorHref = (code: string) => `/docs/errors/${code}`;
export const guideHref = (id: string) => `${REFERENCE}#${id}`;

export const groupOf = (operationId: string) => operationId.split(".", 1)[0] ?? "";

/** Where an anchor of the former single-page reference is now; undefined if it is still on the first page. */
export function legacyHref(anchor: string): string | undefined {
  if (anchor === "be-told") return guideHref("receive-webhooks");
  if (anchor.startsWith("schema-")) return schemaHref(anchor.slice("schema-".length));
  if (anchor.startsWith("event-")) return eventHref(anchor.slice("event-".length));
  return /^[a-z]+\.[A-Za-z]+$/.test(anchor) ? operationHref(anchor) : undefined;
}
