import { useEffect, useRef, useState } from "react";
import { useBalance } from "@/components/coins/balance-store";
import { call } from "@/lib/client/call";
import type { Quest } from "@/lib/domain/progression/schema";
import { onUserAction } from "./user-actions";

/** Several actions in a row are one request. */
const SETTLE_MS = 700;

/** Today's quests, reloaded after user actions that count towards one. */
export function useQuests(rendered: readonly Quest[]) {
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
    replace: (changed: Quest) =>
      setQuests((known) => known.map((quest) => (quest.key === changed.key ? changed : quest))),
  };
}

/** Stands for a balance that is not known yet. */
const NO_BALANCE = -1;
