import type { Metadata } from "next";
import { LevelPegs } from "@/components/profile/level-pegs";
import { QuestList } from "@/components/quests/quest-list";
import { Card } from "@/components/ui/card";
import { PageHeading } from "@/components/ui/section";
import { requireContext } from "@/lib/auth/require";
import { listQuests } from "@/lib/domain/play/progression/queries";
import { XP } from "@/lib/domain/play/progression/rules";
import { getOwnAccount } from "@/lib/domain/accounts/users/profile";

export const metadata: Metadata = { title: "Quests" };

export default async function QuestsPage() {
  const ctx = await requireContext("/quests");
  const [quests, { stats }] = await Promise.all([listQuests(ctx), getOwnAccount(ctx)]);
  return (
    <>
      <PageHeading title="Quests">
        Small things to do each day. You get XP right away, and coins when you claim them.
      </PageHeading>
      <div className="flex flex-col gap-4">
        <Card className="pt-8!">
          <LevelPegs xp={stats.xp} />
        </Card>
        <QuestList quests={quests.data} resetsAt={quests.resetsAt} />
        <p className="text-13 text-muted">
          A post pays {XP.post} XP, a comment {XP.comment}, a like {XP.like}, and following somebody for the first time{" "}
          {XP.follow}. What you undo the same day is taken back, and nothing is paid twice.
        </p>
      </div>
    </>
  );
}
