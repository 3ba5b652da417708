import { useEffect, useRef, useState } from "react";
import { useBalance } from "@/components/coins/balance-store";
import { call } from "@/lib/client/call";
import type { Quest, QuestList } from "@/lib/domain/progression/schema";
import { onDeed } from "./deeds";

/** Several deeds in a moment are one question. */
const SETTLE_MS = 700;

/** Today's quests, asked for again when the reader did something on the page that one of them wants. */
export function useQuests(rendered: readonly Quest[]) {
  const [quests, setQuests] = useState(rendered);
  const balance = useBalance(NO_BALANCE);
  const asked = useRef(balance);
  const open = useRef(new Set<string>());
  const [deeds, setDeeds] = useState(0);

  useEffect(() => {
    open.current = new Set(quests.filter(({ count, goal }) => count < goal).map(({ key }) => key));
  }, [quests]);

  useEffect(() => onDeed((deed) => void (open.current.has(deed) && setDeeds((done) => done + 1))), []);

  // A drop moves the balance.
  useEffect(() => {
    if (asked.current === balance) return;
    asked.current = balance;
    if (open.current.has("play")) setDeeds((done) => done + 1);
  }, [balance]);

  useEffect(() => {
    if (deeds === 0) return;
    // What cannot be asked now is seen with the next deed, or the next page.
    const timer = setTimeout(
      () =>
        void call<QuestList>("GET", "/api/quests").then(
          ({ data }) => setQuests(data),
          () => {},
        ),
      SETTLE_MS,
    );
    return () => clearTimeout(timer);
  }, [deeds]);

  return {
    quests,
    replace: (changed: Quest) =>
      setQuests((known) => known.map((quest) => (quest.key === changed.key ? changed : quest))),
  };
}

/** Until somebody on the page speaks of a balance. */
const NO_BALANCE = -1;
