"use client";

import { useRouter } from "next/navigation";
import { Composer } from "./composer";

/** The composer on its own page; posting leads to the feed. */
export function NewPost() {
  const router = useRouter();
  return <Composer autoFocus onPosted={() => router.push("/")} />;
}
