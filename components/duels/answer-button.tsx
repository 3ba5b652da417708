"use client";

import { useRefreshingAction } from "@/components/shell/use-action";
import { Button } from "@/components/ui/button";
import type { ButtonLook } from "@/components/ui/button-style";
import { call } from "@/lib/client/call";

const LABELS = { accept: "Accept, play later", decline: "Decline", cancel: "Cancel" } as const;

interface AnswerButtonProps extends ButtonLook {
  id: string;
  action: keyof typeof LABELS;
  /** The challenger's name, for readers who cannot see the row. */
  of: string;
}

export function AnswerButton({ id, action, of, ...look }: AnswerButtonProps) {
  const { pending, act } = useRefreshingAction();
  const answer = () => call("POST /api/ranked/challenge/{id}", { id, action });
  return (
    <Button {...look} pending={pending} onClick={() => act(answer)}>
      {LABELS[action]}
      <span className="sr-only"> the duel with {of}</span>
    </Button>
  );
}
