"use client";

import { Swords } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useViewer } from "@/components/shell/viewer-context";
import { Button } from "@/components/ui/button";
import { toastStore } from "@/components/ui/toast-store";
import { call } from "@/lib/client/call";
import { messageOf } from "@/lib/client/call-error";

/** Challenges the person whose profile it stands on. Visitors do not see it. */
export function ChallengeButton({ handle }: { handle: string }) {
  const viewer = useViewer();
  const router = useRouter();
  const [pending, setPending] = useState(false);
  if (!viewer) return null;

  async function challenge() {
    setPending(true);
    try {
      const { id } = await call("POST /api/ranked", { game: "duel", opponent: handle });
      router.push(`/ranked/${id}`);
    } catch (error) {
      toastStore.add({ text: messageOf(error), tone: "bad" });
      setPending(false);
    }
  }

  return (
    <Button pending={pending} onClick={challenge} aria-label="Challenge to a duel" title="Challenge to a duel">
      <Swords aria-hidden />
      <span className="max-sm:hidden">Duel</span>
    </Button>
  );
}
