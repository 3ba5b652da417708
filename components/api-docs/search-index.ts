import type { DocumentedError, DocumentedEvent, DocumentedOperation } from "@/lib/openapi/operations";
import { errorHref, eventHref, groupHref, guideHref, operationHref, schemaHref } from "./hrefs";
import type { SearchEntry } from "./operation-search";

interface Searchable {
  groups: readonly { title: string; operations: readonly DocumentedOperation[] }[];
  errors: readonly DocumentedError[];
  events: readonly DocumentedEvent[];
  schemas: readonly string[];
}

export function searchIndexOf({
  groups,
  errors,
  events,
  schemas,
}: Searchable): { title: string; entries: SearchEntry[]; hidden?: boolean }[] {
  const plain = (address: (name: string) => string) => (name: string) => ({
    href: address(name),
    label: name,
    text: name.toLowerCase(),
  });
  return [
    ...groups.map(({ title, operations }) => ({ title, entries: operations.map(ofOperation) })),
    {
      title: "Guides",
      entries: [
        ...GUIDES.map(([id, label]) => ({ href: guideHref(id), label, text: `${id} ${label}`.toLowerCase() })),
        ...PAGES.map(([page, label, text]) => ({ href: `${groupHref(page)}.md`, label, text })),
      ].map((entry) => ({ ...entry, prose: true })),
    },
    { title: "Webhook events", entries: events.map(({ name }) => plain(eventHref)(name)), hidden: true },
    { title: "Errors", entries: errors.map(({ code }) => plain(errorHref)(code)), hidden: true },
    { title: "Schemas", entries: schemas.map(plain(schemaHref)), hidden: true },
  ];
}

const GUIDES = [
  ["start", "Your first post"],
  ["authentication", "Authentication"],
  ["pagination", "Pagination"],
  ["idempotency", "Safe retries"],
  ["limits", "Rate limits"],
  ["failing", "Errors"],
  ["client", "TypeScript client"],
  ["receive-webhooks", "Webhooks"],
  ["receiver", "Verifying signatures"],
  ["apps", "Acting for other people"],
  ["language-models", "Language models"],
  ["changes", "Versions and changes"],
] as const;

/** Pages that exist only in Markdown, and their search terms. */
const PAGES = [
  ["cookbook", "Programs to copy", "cookbook bot answer mention reply rss leaderboard php"],
  ["sandbox", "The sandbox", "sandbox test key clock"],
  ["cli", "Command line", "npm package command line cli pegboard listen login localhost"],
] as const;

function ofOperation({ id, method, path, summary, scope, parameters, body }: DocumentedOperation): SearchEntry {
  const fields = body.kind === "none" ? [] : Object.keys(body.schema.properties ?? {});
  const text = [method, path, summary, id, scope ?? "", ...parameters.map(({ name }) => name), ...fields]
    .join(" ")
    .toLowerCase();
  return { href: operationHref(id), label: path.replace("/api/v1", ""), method, text };
}
