"use client";

import { useRouter } from "next/navigation";
import Link from "next/link";
import { useState } from "react";
import { reportFailure } from "@/components/shell/report-failure";
import { Button } from "@/components/ui/button";
import { call } from "@/lib/client/call";
import { signInWith } from "@/lib/client/sign-in";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Checkbox } from "@/components/ui/checkbox";
import type { Membership } from "@/lib/domain/play/guilds/schema";

/** Asks for the person's consent on Discord, which returns to `linkedPath`. */
export function ConnectDiscord({ linkedPath }: { linkedPath: string }) {
  async function link() {
    // Requires a proof of identity, because the linked account could sign in.
    await call("POST /api/account/discord");
    await signInWith("discord", linkedPath);
  }

  return <Button onClick={() => void link().catch(reportFailure)}>Link Discord</Button>;
}

export function UnlinkDiscord() {
  const router = useRouter();

  async function unlink() {
    await call("DELETE /api/account/discord", {});
    router.replace("/settings/account", { scroll: false });
  }

  return (
    <ConfirmDialog
      title="Unlink Discord?"
      action="Unlink Discord"
      onConfirm={unlink}
      refreshes
      trigger={{ label: "Unlink", size: "small" }}
    >
      You leave the leaderboards of your Discord servers, and can no longer sign in with Discord.
    </ConfirmDialog>
  );
}

export function MembershipRow({ membership }: { membership: Membership }) {
  const [{ id, name, hidden, onProfile }, setShown] = useState(membership);

  function change(what: { hidden?: boolean; onProfile?: boolean }) {
    setShown((shown) => ({ ...shown, ...what }));
    call("PATCH /api/guilds/{id}/membership", { id, ...what }).catch((error: unknown) => {
      setShown((shown) => ({ ...shown, ...("hidden" in what ? { hidden } : { onProfile }) }));
      reportFailure(error);
    });
  }

  return (
    <li className="grid gap-3 px-5 py-3.5 sm:grid-cols-[1fr_auto_auto] sm:items-center sm:gap-8">
      <Link href={`/guilds/${id}`} className="min-w-0 font-medium wrap-anywhere hover:underline">
        {name}
      </Link>
      <Checkbox
        label={
          <>
            On its leaderboard<span className="sr-only"> ({name})</span>
          </>
        }
        checked={!hidden}
        onChange={({ target }) => change({ hidden: !target.checked })}
      />
      <Checkbox
        label={
          <>
            On my profile<span className="sr-only"> ({name})</span>
          </>
        }
        checked={onProfile}
        onChange={({ target }) => change({ onProfile: target.checked })}
      />
    </li>
  );
}
