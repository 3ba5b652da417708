import { QuestList } from "@/components/quests/quest-list";
import { FriendsCard } from "@/components/rail/friends-card";
import { SuggestionsCard, TopThreeCard, TrendingCard, WelcomeCard } from "@/components/rail/cards";
import { Skeleton } from "@/components/ui/skeleton";
import { isMember, visitorContext } from "@/lib/auth/page-context";
import type { Context, VisitorContext } from "@/lib/domain/kernel/context";
import { listRanking } from "@/lib/domain/play/leaderboards/queries";
import { listSuggestions } from "@/lib/domain/people/directory/queries";
import { countOnline } from "@/lib/domain/people/presence/queries";
import { listQuests } from "@/lib/domain/play/progression/queries";
import { listTrending } from "@/lib/domain/writing/tags/queries";
import { currentSite } from "@/lib/domain/deployment/site/current";

export async function Rail() {
  const ctx = await visitorContext();
  return (
    <div className="sticky top-20 -mr-4 flex max-h-[calc(100dvh-5rem)] [scrollbar-width:none] flex-col gap-4 overflow-y-auto pr-4 pb-4">
      {isMember(ctx) ? <MemberCards ctx={ctx} /> : <VisitorCards ctx={ctx} />}
    </div>
  );
}

export function RailSkeleton() {
  return (
    <div className="flex flex-col gap-4">
      <Skeleton className="h-36 rounded-card!" />
      <Skeleton className="h-72 rounded-card!" />
      <Skeleton className="h-44 rounded-card!" />
    </div>
  );
}

async function MemberCards({ ctx }: { ctx: Context }) {
  const [quests, ranking, people, trending] = await Promise.all([
    listQuests(ctx),
    listRanking(ctx, "plinko", 3),
    listSuggestions(ctx, { limit: 3 }),
    listTrending(ctx, { limit: 5 }),
  ]);
  return (
    <>
      <FriendsCard />
      <QuestList compact quests={quests.data} resetsAt={quests.resetsAt} />
      <SuggestionsCard people={people} />
      <TrendingCard tags={trending} />
      <TopThreeCard ranking={ranking} />
    </>
  );
}

async function VisitorCards({ ctx }: { ctx: VisitorContext }) {
  const [online, ranking, site, trending] = await Promise.all([
    countOnline(ctx),
    listRanking(ctx, "plinko", 3),
    currentSite(),
    listTrending(ctx, { limit: 5 }),
  ]);
  return (
    <>
      <WelcomeCard site={site.name} online={online} />
      <TrendingCard tags={trending} />
      <TopThreeCard ranking={ranking} />
    </>
  );
}
