"use client";

import { reportFailure } from "@/components/shell/report-failure";
import { Button } from "@/components/ui/button";
import { signInWith } from "@/lib/client/sign-in";

/** Asks Discord for the person's consent, which leads back to `linkedPath`. */
export function ConnectDiscord({ linkedPath }: { linkedPath: string }) {
  return <Button onClick={() => void signInWith("discord", linkedPath).catch(reportFailure)}>Link Discord</Button>;
}
