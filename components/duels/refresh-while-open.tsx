"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { subscribeTopic } from "@/lib/client/live";

const LOOK_MS = 15_000;

/** Refreshes the page when one of the viewer's challenges changes; without a stream, it polls while visible. */
export function RefreshWhileOpen() {
  const router = useRouter();
  useEffect(() => {
    const look = () => document.visibilityState === "visible" && router.refresh();
    const timer = setInterval(look, LOOK_MS);
    document.addEventListener("visibilitychange", look);
    const unsubscribe = subscribeTopic("me", null, ({ event }) => {
      if (event === "challenge" || event === "reset") router.refresh();
    });
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
      unsubscribe();
    };
  }, [router]);
  return null;
}
