"use client";

import clsx from "clsx";
import { Icon } from "@/components/ui/icon";
import { setBalance } from "@/components/coins/balance-store";
import { useAction } from "@/components/shell/use-action";
import { Button } from "@/components/ui/button";
import { CoinAmount } from "@/components/coins/coin-amount";
import { toastStore } from "@/components/ui/toast-store";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import { call } from "@/lib/client/call";
import type { Quest } from "@/lib/domain/progression/schema";

/** A quest with its progress as pegs, and its reward to claim. */
export function QuestRow({ quest, onClaimed }: { quest: Quest; onClaimed: () => void }) {
  const { pending, act } = useAction();
  const done = quest.count >= quest.goal;

  async function claim() {
    const { claimed, newBalance } = await call("POST /api/quests/{key}/claim", { key: quest.key });
    setBalance(newBalance);
    onClaimed();
    toastStore.add({ text: <CoinAmount value={claimed} signed />, tone: "good" });
  }

  return (
    <li className="flex min-h-14 flex-wrap items-center justify-between gap-3 border-b border-line py-2 last:min-h-12 last:border-0 last:pb-0">
      <div className="min-w-[min(8rem,100%)] flex-1">
        <p className={clsx(done && "text-muted")}>{quest.title}</p>
        <p className="mt-1 flex items-center gap-1.5">
          <span className="sr-only">
            {quest.count} of {quest.goal}
          </span>
          {Array.from({ length: quest.goal }, (_, peg) => (
            <span key={peg} aria-hidden className={clsx(HOLE, peg < quest.count && PEG)} />
          ))}
          {done && <Icon name="check" label="done" className="-my-1 size-4 text-good" />}
          {quest.waiting > 0 && !done && <span className="ml-1 text-13 leading-none text-muted">from before</span>}
        </p>
      </div>
      {quest.waiting > 0 ? (
        <Button variant="coin" size="small" pending={pending} onClick={() => act(claim)}>
          Claim {quest.waiting}
          <VisuallyHidden>{quest.waiting === 1 ? " coin" : " coins"}</VisuallyHidden>
        </Button>
      ) : (
        <p className="flex items-center gap-2 text-13 whitespace-nowrap text-muted">
          {quest.xp} XP <CoinAmount value={quest.coins} signed />
        </p>
      )}
    </li>
  );
}

const HOLE = "hole size-2 transition-colors";
const PEG = "peg bg-good";
