"use client";

import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from "react";
import { toastStore } from "@/components/ui/toast-store";
import { OFFLINE } from "@/lib/client/call";

interface FetchedProps {
  /** Stands there until it has come. */
  waiting?: ReactNode;
  /** It does not come, which has been said: take back that it was wanted. */
  onMissing: () => void;
}

/** A part of the page that is fetched when it is wanted. `React.lazy` takes the page down when that fails, and never asks again. */
export function fetched<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  let kept: ComponentType<Props> | undefined;

  return function Fetched({ waiting, onMissing, ...props }: FetchedProps & Props) {
    const [Part, setPart] = useState(() => kept);
    const miss = useEffectEvent(onMissing);
    useEffect(() => {
      if (kept) return;
      let wanted = true;
      load().then(
        (module) => {
          kept = module.default;
          if (wanted) setPart(() => module.default);
        },
        () => {
          if (!wanted) return;
          toastStore.add({ text: navigator.onLine ? UNREACHED : OFFLINE, tone: "bad" });
          miss();
        },
      );
      return () => void (wanted = false);
    }, []);
    return Part ? <Part {...(props as unknown as Props)} /> : waiting;
  };
}

/** For a hand that comes near: the fetching begins, and whether it succeeds matters when the part is wanted. */
export function fetchEarly(load: () => Promise<unknown>) {
  return () => void load().catch(() => undefined);
}

const UNREACHED = "That could not be fetched. Try again, or load the page anew.";
