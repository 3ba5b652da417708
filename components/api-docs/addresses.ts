/** Where each part of the reference stands. Guides, errors, scopes and the changelog share the first page. */
export const REFERENCE = "/docs/api";
export const SCHEMAS_PAGE = `${REFERENCE}/schemas`;
export const EVENTS_PAGE = "/docs/events";

export const groupPage = (group: string) => `${REFERENCE}/${group}`;

/** `posts.create` stands on the page of its group. */
export const operationAddress = (id: string) => `${groupPage(groupOf(id))}#${id}`;
export const schemaAddress = (name: string) => `${SCHEMAS_PAGE}#schema-${name}`;
export const eventAddress = (name: string) => `${EVENTS_PAGE}#${name}`;
export const errorAddress = (code: string) => `${REFERENCE}#error-${code}`;
export const guideAddress = (id: string) => `${REFERENCE}#${id}`;

export const groupOf = (operationId: string) => operationId.split(".", 1)[0] ?? "";

/** Where an anchor of the time when the reference was a single page leads today; undefined where it still stands on the first page. */
export function movedAddress(anchor: string): string | undefined {
  if (anchor.startsWith("schema-")) return schemaAddress(anchor.slice("schema-".length));
  if (anchor.startsWith("event-")) return eventAddress(anchor.slice("event-".length));
  return /^[a-z]+\.[A-Za-z]+$/.test(anchor) ? operationAddress(anchor) : undefined;
}
