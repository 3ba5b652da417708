"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import clsx from "clsx";
import { useEffect, useRef, useState } from "react";
import { Card } from "@/components/ui/card";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Quest } from "@/lib/domain/play/progression/schema";
import { Icon } from "@/components/ui/icon";
import { refreshBalance, setBalance, useBalance } from "@/components/coins/balance-store";
import { useAction } from "@/components/shell/use-action";
import { Button } from "@/components/ui/button";
import { CoinAmount } from "@/components/coins/coin-amount";
import { toastStore } from "@/components/ui/toast-store";
import { call } from "@/lib/client/call";
import { onUserAction } from "./user-actions";

interface QuestListProps {
  quests: readonly Quest[];
  resetsAt: string;
  /** For the rail; hidden on the quests page itself. */
  compact?: boolean;
}

export function QuestList({ quests: rendered, resetsAt, compact = false }: QuestListProps) {
  const { quests, replace, reload } = useQuests(rendered);
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
          <QuestRow
            key={quest.key}
            quest={quest}
            onClaimed={() => replace({ ...quest, waiting: 0 })}
            onFailed={() => {
              void refreshBalance();
              reload();
            }}
          />
        ))}
      </ul>
    </Card>
  );
}

interface QuestRowProps {
  quest: Quest;
  onClaimed: () => void;
  /** The response may have been lost after the coins were paid. */
  onFailed: () => void;
}

function QuestRow({ quest, onClaimed, onFailed }: QuestRowProps) {
  const { pending, act } = useAction();
  const done = quest.count >= quest.goal;

  async function claim() {
    const { claimed, newBalance } = await call("POST /api/quests/{key}/claim", { key: quest.key }).catch((error) => {
      onFailed();
      throw error;
    });
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
          <span className="sr-only">{quest.waiting === 1 ? " coin" : " coins"}</span>
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

/** Several actions in a row are one request. */
const SETTLE_MS = 700;

/** Today's quests, reloaded after user actions that count towards one. */
function useQuests(rendered: readonly Quest[]) {
  const [quests, setQuests] = useState(rendered);
  const balance = useBalance(NO_BALANCE);
  const asked = useRef(balance);
  const open = useRef(new Set<string>());
  const [actions, setActions] = useState(0);

  useEffect(() => {
    open.current = new Set(quests.filter(({ count, goal }) => count < goal).map(({ key }) => key));
  }, [quests]);

  useEffect(() => onUserAction((action) => void (open.current.has(action) && setActions((done) => done + 1))), []);

  // A drop moves the balance.
  useEffect(() => {
    if (asked.current === balance) return;
    asked.current = balance;
    if (open.current.has("play")) setActions((done) => done + 1);
  }, [balance]);

  useEffect(() => {
    if (actions === 0) return;
    // A failure is ignored: the next action, or the next page, loads them again.
    const timer = setTimeout(
      () =>
        void call("GET /api/quests").then(
          ({ data }) => setQuests(data),
          () => {},
        ),
      SETTLE_MS,
    );
    return () => clearTimeout(timer);
  }, [actions]);

  return {
    quests,
    reload: () => setActions((done) => done + 1),
    replace: (changed: Quest) =>
      setQuests((known) => known.map((quest) => (quest.key === changed.key ? changed : quest))),
  };
}

/** Stands for a balance that is not known yet. */
const NO_BALANCE = -1;
