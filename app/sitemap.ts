import type { MetadataRoute } from "next";
import { EVENTS_PAGE, groupPage, REFERENCE, SCHEMAS_PAGE } from "@/components/api-docs/addresses";
import { GROUPS } from "@/lib/api/v1/groups";
import { visitorContext } from "@/lib/auth/page-context";
import { listAddresses } from "@/lib/domain/addresses/queries";
import { GAME_KEYS } from "@/lib/domain/leaderboards/rules";
import { env } from "@/lib/infra/env";

export const dynamic = "force-dynamic";

const PAGES = ["/", "/builds", "/blog", "/news", REFERENCE, SCHEMAS_PAGE, EVENTS_PAGE, ...Object.keys(GROUPS).map(groupPage), ...GAME_KEYS.map((game) => `/leaderboards/${game}`)];

export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const address = (path: string) => new URL(path, env().siteUrl).href;
  const found = await listAddresses(await visitorContext());
  return [...PAGES.map((path) => ({ url: address(path) })), ...found.map(({ path, changedAt }) => ({ url: address(path), lastModified: changedAt }))];
}
