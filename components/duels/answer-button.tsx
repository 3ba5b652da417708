"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import type { ButtonLook } from "@/components/ui/button-style";
import { toastStore } from "@/components/ui/toast-store";
import { VisuallyHidden } from "@/components/ui/visually-hidden";
import { call } from "@/lib/client/call";
import { messageOf } from "@/lib/client/call-error";

const LABELS = { accept: "Accept, play later", decline: "Decline", cancel: "Cancel" } as const;

interface AnswerButtonProps extends ButtonLook {
  id: string;
  action: keyof typeof LABELS;
  /** Whose challenge it is, for who cannot see the row. */
  of: string;
}

/** Accepts, declines or cancels a challenge, and shows the page as it is then. */
export function AnswerButton({ id, action, of, ...look }: AnswerButtonProps) {
  const router = useRouter();
  const [pending, setPending] = useState(false);

  async function answer() {
    setPending(true);
    await call("POST /api/ranked/challenge/{id}", { id, action }).catch((error: unknown) =>
      toastStore.add({ text: messageOf(error), tone: "bad" }),
    );
    router.refresh();
    setPending(false);
  }

  return (
    <Button {...look} pending={pending} onClick={answer}>
      {LABELS[action]}
      <VisuallyHidden> the duel with {of}</VisuallyHidden>
    </Button>
  );
}
