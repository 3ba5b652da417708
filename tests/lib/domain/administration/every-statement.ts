import { changeTier } from "@/lib/domain/administration/commands";
import { listEntriesAbout } from "@/lib/domain/administration/entries";
import { getAccount, listAccounts } from "@/lib/domain/administration/queries";
import type { Context } from "@/lib/domain/context";

/** Runs every statement of administration that returns rows. */
export async function administer(admin: Context, id: string): Promise<void> {
  for (const q of [undefined, "zebra", "ze"]) await listAccounts(admin, { q, limit: 1 });
  await getAccount(admin, { id });
  await listEntriesAbout(admin, { id, limit: 1 });
  await changeTier(admin, { id, tier: "pro" });
}
