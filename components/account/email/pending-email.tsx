"use client";

import { useRefreshingAction } from "@/components/shell/use-action";
import { Button } from "@/components/ui/button";
import { call } from "@/lib/client/call";

/** A new address that waits for its confirmation. */
export function PendingEmail({ email }: { email: string }) {
  const { pending, act } = useRefreshingAction();
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-3 rounded-control border border-line p-4">
      <p className="min-w-0">
        Open the link that we sent to <b className="font-semibold wrap-anywhere">{email}</b> to use that address.
      </p>
      <Button size="small" pending={pending} onClick={() => void act(() => call("DELETE /api/account/email"))}>
        Keep the old one
      </Button>
    </div>
  );
}
