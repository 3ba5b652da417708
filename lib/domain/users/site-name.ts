import { PLATFORM_NAME } from "./rules";

// One for the process: the server's bundles have separate modules.
const shared = globalThis as typeof globalThis & { pegboardSiteName?: string };

/** The name that an admin gave the site, as this process last read it (lib/domain/site/current.ts). */
export function siteName(): string {
  return shared.pegboardSiteName ?? PLATFORM_NAME;
}

/** Notes the site's name as it was read or changed. */
export function noteSiteName(name: string): void {
  shared.pegboardSiteName = name;
}
