import { preparedRead } from "@/lib/infra/database/db";
import { literal, sql } from "@/lib/infra/database/sql";
import { processWide } from "@/lib/infra/process/process-wide";
import { currentSandbox } from "@/lib/infra/sandbox/scope";
import { PLATFORM_NAME, PLATFORM_USER_ID } from "./rules";

/** How long a process caches the site's settings (docs/contract.md#administration). */
export const SITE_REVALIDATE_MS = 5000;

const known = processWide("site-name", () => ({ name: PLATFORM_NAME, readAt: 0 }));

/** Returns the site's name as this process last read it; the platform's own name if it has not read any. */
export function siteName(): string {
  return currentSandbox() ? PLATFORM_NAME : known().name;
}

export function noteSiteName(name: string): void {
  Object.assign(known(), { name, readAt: Date.now() });
}

/** Makes the next `readSiteName` of this process query the database. */
export function forgetSiteName(): void {
  known().readAt = 0;
}

/**
 * Returns the site's name, a few seconds old at most. Processes that render pages read it anyway
 * (lib/domain/deployment/site/current.ts).
 */
export async function readSiteName(): Promise<string> {
  if (currentSandbox()) return PLATFORM_NAME;
  if (Date.now() - known().readAt >= SITE_REVALIDATE_MS) {
    const [platform] = await preparedRead<{ name: string }>(
      "users.siteName",
      sql`SELECT u.name FROM "User" u WHERE u.id = ${literal(`'${PLATFORM_USER_ID}'`)}`,
    );
    noteSiteName(platform?.name ?? PLATFORM_NAME);
  }
  return siteName();
}
