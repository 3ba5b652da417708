"use client";

import Link from "next/link";
import { useState } from "react";
import { reportFailure } from "@/components/shell/report-failure";
import { Checkbox } from "@/components/ui/checkbox";
import { call } from "@/lib/client/call";
import type { Membership } from "@/lib/domain/guilds/schema";

/** Where a membership of one Discord server is shown. */
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
