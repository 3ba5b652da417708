"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

const LOOK_MS = 3000;

/** Refreshes the page while it is visible, until the import that it shows has ended. */
export function FollowProgress() {
  const router = useRouter();
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === "visible" && router.refresh(), LOOK_MS);
    return () => clearInterval(timer);
  }, [router]);
  return null;
}
