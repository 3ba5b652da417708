import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { createContext } from "@/lib/domain/context";
import { GAME_KEYS } from "@/lib/domain/leaderboards/rules";
import { env } from "@/lib/infra/environment/env";
import { memoizeFor } from "@/lib/infra/memoize-for";
import { listAddresses } from "./queries";

/** Our choice: the sitemap lists over 27,000 addresses, and may be ten minutes old. */
const SITEMAP_FOR_MS = 600_000;

const PAGES = [
  "/",
  "/builds",
  "/blog",
  "/news",
  "/docs/api",
  "/docs/events",
  ...GAME_KEYS.map((game) => `/leaderboards/${game}`),
];

/** Returns the sitemap as XML, plain and compressed: built once for all requests of a period. */
export const sitemap = memoizeFor(SITEMAP_FOR_MS, async () => {
  const found = await listAddresses(createContext({ actor: null, channel: "session" }));
  const entries = [...PAGES.map((path) => entry(path)), ...found.map(({ path, changedAt }) => entry(path, changedAt))];
  const xml = Buffer.from(
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      ...entries,
      "</urlset>",
      "",
    ].join("\n"),
  );
  return { xml, gzipped: await promisify(gzip)(xml) };
});

/** Formats one entry. Paths contain no character that XML would have to escape. */
function entry(path: string, changedAt?: Date): string {
  const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : "";
  return `<url><loc>${new URL(path, env().siteUrl).href}</loc>${changed}</url>`;
}
