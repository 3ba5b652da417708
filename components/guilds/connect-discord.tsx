"use client";

import { reportFailure } from "@/components/shell/report-failure";
import { Button } from "@/components/ui/button";
import { call } from "@/lib/client/call";
import { signInWith } from "@/lib/client/sign-in";

/** Asks for the person's consent on Discord, which returns to `linkedPath`. */
export function ConnectDiscord({ linkedPath }: { linkedPath: string }) {
  async function link() {
    // Requires a proof of identity, because the linked account could sign in.
    await call("POST /api/account/discord");
    await signInWith("discord", linkedPath);
  }

  return <Button onClick={() => void link().catch(reportFailure)}>Link Discord</Button>;
}
