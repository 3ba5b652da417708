import type { Metadata } from "next";
import Link from "next/link";
import { ClaimCard } from "@/components/coins/claim-card";
import { Collection } from "@/components/plinko/collection";
import { Plinko } from "@/components/plinko/plinko";
import { QuestList } from "@/components/quests/quest-list";
import { Wide } from "@/components/ui/section";
import { Card } from "@/components/ui/card";
import { getProfile } from "@/lib/domain/accounts/users/profile";
import { requireContext } from "@/lib/auth/require";
import { getBalance, listHistory, listRecentDrops } from "@/lib/domain/play/coins/queries";
import { listQuests } from "@/lib/domain/play/progression/queries";
import { LivePlot } from "./live-plot";
import { PetForSale } from "@/components/coins/pet-for-sale";

export const metadata: Metadata = { title: "Coins" };

const CHANGES_PLOTTED = 40;

export default async function CoinsPage() {
  const ctx = await requireContext("/coins");
  const [{ coins, hasProfilePet }, { achievements }, drops, changes, quests] = await Promise.all([
    getBalance(ctx),
    getProfile(ctx, ctx.actor),
    listRecentDrops(ctx),
    listHistory(ctx, { limit: CHANGES_PLOTTED }),
    listQuests(ctx),
  ]);
  return (
    <Wide>
      <div className="grid items-start gap-6 *:min-w-0 wide:grid-cols-[minmax(0,1fr)_21rem] wide:grid-rows-[auto_1fr] wide:gap-x-8">
        <section aria-label="Play">
          <Plinko coins={coins} drops={drops} />
        </section>
        <div className="grid gap-6 *:min-w-0 wide:row-span-2">
          <ClaimCard coins={coins} />
          <Collection achievements={achievements} />
          <QuestList quests={quests.data} resetsAt={quests.resetsAt} />
          <Card>
            <h2 className="mb-5 text-21">Your balance</h2>
            <LivePlot entries={changes.data} coins={coins} />
            <p className="mt-4 text-13">
              <Link href="/coins/history" className="text-brand underline underline-offset-4">
                See every change
              </Link>
            </p>
          </Card>
        </div>
        <section aria-label="Shop">
          <h2 className="sr-only">Shop</h2>
          <PetForSale owned={hasProfilePet} coins={coins} owner={ctx.actor.handle} />
        </section>
      </div>
    </Wide>
  );
}
