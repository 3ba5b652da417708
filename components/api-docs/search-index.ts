import type { DocumentedError, DocumentedEvent, DocumentedOperation, Schema } from "@/lib/openapi/operations";
import { errorHref, eventHref, groupHref, guideHref, operationHref, schemaHref } from "./hrefs";
import { type SearchEntry, type SearchGroup, SILENT } from "./search";

interface Searchable {
  groups: readonly { title: string; operations: readonly DocumentedOperation[] }[];
  errors: readonly DocumentedError[];
  events: readonly DocumentedEvent[];
  shownSchemas: readonly string[];
  schemas: Readonly<Record<string, Schema>>;
}

export function searchIndexOf({ groups, errors, events, shownSchemas, schemas }: Searchable): SearchGroup[] {
  return [
    ...groups.map(({ title, operations }) => ({ title, entries: operations.map(ofOperation) })),
    {
      title: "Guides",
      entries: [
        ...GUIDES.map(([id, label, terms]) => prose(guideHref(id), label, terms)),
        ...PAGES.map(([page, label, terms]) => prose(`${groupHref(page)}.md`, label, terms)),
      ],
    },
    {
      title: "On the site",
      entries: ON_THE_SITE.map(([href, label, terms]) => prose(href, label, terms)),
      hidden: true,
    },
    {
      title: "Webhook events",
      entries: events.map(({ name, summary }) => named(eventHref(name), name, summary)),
      hidden: true,
    },
    {
      title: "Errors",
      entries: errors.map(({ code, status, when }) => named(errorHref(code), code, `${status} ${when}`)),
      hidden: true,
    },
    {
      title: "Schemas",
      entries: shownSchemas.map((name) =>
        named(schemaHref(name), name, Object.keys(schemas[name]?.properties ?? {}).join(" ")),
      ),
      hidden: true,
    },
  ];
}

/** Returns what the page itself has of an index: what it shows before a search, found by its label alone. */
export function shownEntries(index: readonly SearchGroup[]): SearchGroup[] {
  return index
    .filter(({ hidden }) => !hidden)
    .map(({ title, entries }) => ({ title, entries: entries.map(({ text: _, ...entry }) => entry) }));
}

/** Each word once, without those that say nothing. */
function wordsOf(text: string): string {
  const words = text.toLowerCase().match(/[^\s`"“”(),:;]+/g) ?? [];
  return [...new Set(words.map((word) => word.replace(/\.$/, "")))].filter((word) => !SILENT.has(word)).join(" ");
}

const named = (href: string, label: string, terms: string): SearchEntry => ({
  href,
  label,
  text: wordsOf(terms),
});

const prose = (href: string, label: string, terms: string): SearchEntry => ({
  ...named(href, label, terms),
  prose: true,
});

/** Each with further words that people search for. */
const GUIDES = [
  ["start", "Your first post", "quickstart begin hello world example curl"],
  ["authentication", "Authentication", "auth api key token bearer header login scope expiry rotate revoke"],
  ["pagination", "Pagination", "page cursor nextcursor limit list all next"],
  ["idempotency", "Safe retries", "idempotency key retry duplicate timeout twice network failure"],
  ["limits", "Rate limits", "ratelimit quota throttle 429 retry-after headers backoff"],
  ["failing", "Errors", "error code status request id x-request-id doc_url failure bad request"],
  ["client", "Clients", "sdk library typescript npm javascript node deno bun etag"],
  ["receive-webhooks", "Webhooks", "endpoint event delivery callback retry attempt backoff order sequence disabled"],
  [
    "receiver",
    "Verifying signatures",
    "webhook signature secret hmac sha256 verify x-service-signature express python go",
  ],
  ["apps", "Acting for other people", "oauth app authorize consent token refresh pkce device code login with"],
  ["language-models", "Language models", "mcp model context protocol claude cursor ai agent tool"],
  ["changes", "Versions and changes", "changelog version deprecation sunset release new"],
] as const;

/** Pages that exist only in Markdown. */
const PAGES = [
  ["clients", "Clients for Python and PHP", "sdk library python php pip wheel composer mypy phpstan"],
  ["cookbook", "Programs to copy", "cookbook bot answer mention quote tag follow reply rss leaderboard php"],
  ["sandbox", "The sandbox", "sandbox test mode key clock fixture staging"],
  ["cli", "Command line", "npm package command line cli pegboard listen login localhost"],
] as const;

/** What only people do. */
const ON_THE_SITE = [
  ["/settings/developer", "Your API keys", "create get new api key token scope revoke rotate"],
  ["/settings/developer/requests", "Your requests", "log debug request id history usage"],
  ["/settings/account", "Your account", "delete close account export data gdpr e-mail password handle"],
] as const;

/** Headers are what guides are about. */
function ofOperation({ id, method, path, summary, scope, parameters, body }: DocumentedOperation): SearchEntry {
  const names = parameters.filter((parameter) => parameter.in !== "header").map(({ name }) => name);
  const fields = body.kind === "none" ? [] : Object.keys(body.schema.properties ?? {});
  const text = wordsOf([summary, id, scope ?? "", ...names, ...fields].join(" "));
  return { href: operationHref(id), label: path.replace("/api/v1", ""), method, text };
}
