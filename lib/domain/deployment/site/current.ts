import { processWide } from "@/lib/infra/process/process-wide";
import { resilientRead } from "@/lib/infra/database/account-reads";
import { literal, type Sql, sql } from "@/lib/infra/database/sql";
import { supervisor } from "@/lib/infra/process/supervisor";
import { currentSandbox } from "@/lib/infra/sandbox/scope";
import { PLATFORM_NAME, PLATFORM_USER_ID } from "@/lib/domain/accounts/users/rules";
import { forgetSiteName, noteSiteName, SITE_REVALIDATE_MS } from "@/lib/domain/accounts/users/site-name";

export interface ShownAnnouncement {
  id: string;
  content: string;
  /** Null if its source is to be shown. */
  html: string | null;
  /** When it ends, which may be before the next read. */
  until: string | null;
}

export interface Site {
  name: string;
  /** The path of an image, or null for the product's default. */
  logo: string | null;
  policies: string[];
  /** Newest first. */
  announcements: ShownAnnouncement[];
}

const CHANNEL = "pegboard.site";
const DEFAULT_SITE: Site = { name: PLATFORM_NAME, logo: null, policies: [], announcements: [] };

interface Known {
  site?: Site;
  readAt: number;
  reading?: Promise<Site>;
}

const own = processWide("site", (): { known: Known } => ({ known: { readAt: 0 } }));

/**
 * Returns the site's settings. One read every few seconds serves all requests of a process; without the database, the
 * last values remain.
 */
export async function currentSite(): Promise<Site> {
  if (currentSandbox()) return DEFAULT_SITE;
  const { known } = own();
  if (known.site && Date.now() - known.readAt < SITE_REVALIDATE_MS) return known.site;
  try {
    return await (known.reading ??= readInto(known));
  } catch {
    return known.site ?? DEFAULT_SITE;
  }
}

/** Makes the next request read them again, in every process of this machine, because another one renders pages. */
export function forgetSite(): void {
  forgetHere();
  supervisor()?.publish(CHANNEL, null);
}

/** Subscribes to changes by other processes of this machine. */
export function shareSiteChanges(): void {
  supervisor()?.subscribe(CHANNEL, forgetHere);
}

function forgetHere(): void {
  own().known = { readAt: 0 };
  forgetSiteName();
}

async function readInto(known: Known): Promise<Site> {
  try {
    const site = await readSite();
    Object.assign(known, { site, readAt: Date.now() });
    noteSiteName(site.name);
    return site;
  } finally {
    delete known.reading;
  }
}

/** The site's name and logo are those of the platform's own account, which sends letters and notifications. */
async function readSite(): Promise<Site> {
  const [row] = await resilientRead<Site>(
    "site.current",
    sql`SELECT u.name, u.image AS logo, ARRAY(
          SELECT p.name FROM (SELECT DISTINCT ON (name) name, content FROM "Policy" ORDER BY name, version DESC) p
           WHERE p.content <> '') AS policies,
          COALESCE((SELECT json_agg(json_build_object('id', a.id, 'content', a.content, 'html', a.html, 'until', a.until)
              ORDER BY a."createdAt" DESC, a.id DESC) FROM "Announcement" a
            WHERE ${inForce()}), '[]'::json) AS announcements
        FROM "User" u WHERE u.id = ${literal(`'${PLATFORM_USER_ID}'`)}`,
  );
  return row ?? DEFAULT_SITE;
}

export const inForce = (now: Date | Sql = sql`now()`): Sql =>
  sql`a."endedAt" IS NULL AND (a.until IS NULL OR a.until > ${now})`;
