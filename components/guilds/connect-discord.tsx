"use client";

import { reportFailure } from "@/components/shell/report-failure";
import { Button } from "@/components/ui/button";
import { call } from "@/lib/client/call";
import { signInWith } from "@/lib/client/sign-in";

/** Asks Discord for the person's consent, which leads back to `linkedPath`. */
export function ConnectDiscord({ linkedPath }: { linkedPath: string }) {
  async function link() {
    // Discord would be another way into the account: this asks for a proof of identity.
    await call("POST /api/account/discord");
    await signInWith("discord", linkedPath);
  }

  return <Button onClick={() => void link().catch(reportFailure)}>Link Discord</Button>;
}
