import { createAnnouncement, dismissAnnouncement } from "@/lib/domain/deployment/announcements/commands";
import { listAnnouncements } from "@/lib/domain/deployment/announcements/queries";
import { changeTier } from "@/lib/domain/deployment/administration/commands";
import { listEntriesAbout, getAccount, listAccounts } from "@/lib/domain/deployment/administration/queries";
import { listApps } from "@/lib/domain/accounts/apps/blocking";
import type { Context } from "@/lib/domain/kernel/context";
import { readMediaUsage } from "@/lib/domain/writing/media/queries";
import { writePolicy } from "@/lib/domain/deployment/policies/commands";
import { getPolicy, listPolicyDrafts } from "@/lib/domain/deployment/policies/queries";
import { currentSite, forgetSite } from "@/lib/domain/deployment/site/current";
import { readSiteName } from "@/lib/domain/accounts/users/site-name";
import { listFailingEndpoints, listRecentDeliveries } from "@/lib/domain/consequences/webhooks/health";
import { readMailBacklog } from "@/lib/domain/accounts/mail/queries";

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
