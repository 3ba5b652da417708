"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { Card } from "@/components/ui/card";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Quest } from "@/lib/domain/progression/schema";
import { QuestRow } from "./quest-row";
import { useQuests } from "./use-quests";

interface QuestListProps {
  quests: readonly Quest[];
  resetsAt: string;
  /** For the rail; hidden on the quests page itself. */
  compact?: boolean;
}

/** Today's quests, updated as the viewer makes progress. */
export function QuestList({ quests: rendered, resetsAt, compact = false }: QuestListProps) {
  const { quests, replace } = useQuests(rendered);
  const path = usePathname();
  if (compact && path === "/quests") return null;
  return (
    <Card className={compact ? "p-5! pt-6!" : undefined}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className={compact ? "text-17" : "text-21"}>
          {compact ? (
            <Link href="/quests" prefetch={false} className="hover:underline">
              Today’s quests
            </Link>
          ) : (
            "Today’s quests"
          )}
        </h2>
        <p className="text-13 text-muted">
          New ones <RelativeTime at={resetsAt} />
        </p>
      </div>
      <ul className="mt-3">
        {quests.map((quest) => (
          <QuestRow key={quest.key} quest={quest} onClaimed={() => replace({ ...quest, waiting: 0 })} />
        ))}
      </ul>
    </Card>
  );
}
