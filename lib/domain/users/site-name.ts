import { preparedRead } from "@/lib/infra/db";
import { literal, sql } from "@/lib/infra/sql";
import { PLATFORM_NAME, PLATFORM_USER_ID } from "./rules";

/** Our choice: how long a process goes on with what it has read of the site. */
export const SITE_REVALIDATE_MS = 5000;

interface Known {
  name: string;
  readAt: number;
}

// One for the process: the server's bundles have separate modules.
const shared = globalThis as typeof globalThis & { pegboardSiteName?: Known };

/** The name that an admin gave the site, as this process last read it: ours, in a process that has not. */
export function siteName(): string {
  return shared.pegboardSiteName?.name ?? PLATFORM_NAME;
}

/** Notes the site's name as it was read or changed. */
export function noteSiteName(name: string): void {
  shared.pegboardSiteName = { name, readAt: Date.now() };
}

/** Makes the next `readSiteName` of this process read anew. */
export function forgetSiteName(): void {
  if (shared.pegboardSiteName) shared.pegboardSiteName.readAt = 0;
}

/**
 * Returns the site's name as it is now, or was a few seconds ago. Every page reads it; this is for a process that may
 * show none (lib/domain/site/current.ts).
 */
export async function readSiteName(): Promise<string> {
  const { readAt = 0 } = shared.pegboardSiteName ?? {};
  if (Date.now() - readAt >= SITE_REVALIDATE_MS) {
    const [platform] = await preparedRead<{ name: string }>(
      "users.siteName",
      sql`SELECT u.name FROM "User" u WHERE u.id = ${literal(`'${PLATFORM_USER_ID}'`)}`,
    );
    noteSiteName(platform?.name ?? PLATFORM_NAME);
  }
  return siteName();
}
