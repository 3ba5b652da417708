"use client";

import { Icon } from "@/components/ui/icon";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { reportFailure } from "@/components/shell/report-failure";
import { useViewer } from "@/components/shell/viewer-context";
import { Button } from "@/components/ui/button";
import { call } from "@/lib/client/call";

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
      reportFailure(error);
      setPending(false);
    }
  }

  return (
    <Button
      pending={pending}
      onClick={challenge}
      aria-label="Challenge to a duel"
      title="Challenge to a duel"
      className="max-sm:px-3!"
    >
      <Icon name="swords" />
      <span className="max-sm:hidden">Duel</span>
    </Button>
  );
}
