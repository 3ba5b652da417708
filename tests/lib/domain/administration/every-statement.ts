import { createAnnouncement, dismissAnnouncement } from "@/lib/domain/announcements/commands";
import { listAnnouncements } from "@/lib/domain/announcements/queries";
import { changeTier } from "@/lib/domain/administration/commands";
import { listEntriesAbout, getAccount, listAccounts } from "@/lib/domain/administration/queries";
import { listApps } from "@/lib/domain/apps/blocking";
import type { Context } from "@/lib/domain/context";
import { readMediaUsage } from "@/lib/domain/media/queries";
import { writePolicy } from "@/lib/domain/policies/commands";
import { getPolicy, listPolicyDrafts } from "@/lib/domain/policies/queries";
import { currentSite, forgetSite } from "@/lib/domain/site/current";
import { readSiteName } from "@/lib/domain/users/site-name";
import { listFailingEndpoints, listRecentDeliveries } from "@/lib/domain/webhooks/health";
import { readMailBacklog } from "@/lib/domain/mail/queries";

/** Runs every statement of administration that returns rows. */
export async function administer(admin: Context, id: string): Promise<void> {
  for (const q of [undefined, "zebra", "ze"]) await listAccounts(admin, { q, limit: 1 });
  for (const q of [undefined, "zebra"]) await listApps(admin, { q, limit: 1 });
  await getAccount(admin, { id });
  await listEntriesAbout(admin, { id, limit: 1 });
  await changeTier(admin, { id, tier: "pro" });
  await writePolicy(admin, { slug: "rules", content: "Be kind", version: 0 });
  await getPolicy(admin, { name: "rules" });
  await listPolicyDrafts(admin);
  await dismissAnnouncement(admin, await createAnnouncement(admin, { content: "Hello", until: null }));
  await listAnnouncements(admin, { limit: 1 });
  for (const read of [listFailingEndpoints, listRecentDeliveries, readMailBacklog, readMediaUsage]) await read(admin);
  forgetSite();
  await readSiteName();
  await currentSite();
}
