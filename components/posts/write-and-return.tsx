"use client";

import { useRouter } from "next/navigation";
import { Composer } from "./composer";

/** The composer on a page of its own: once it is posted, the feed shows it. */
export function WriteAndReturn() {
  const router = useRouter();
  return <Composer autoFocus onPosted={() => router.push("/")} />;
}
