import type { VisitorContext } from "@/lib/domain/context";
import { warnOfFailedCodes, warnOfFailedSignIns } from "@/lib/domain/notifications/failed-sign-ins";
import { log } from "@/lib/infra/log/log";

const WARNINGS = { passwords: warnOfFailedSignIns, codes: warnOfFailedCodes };

/** Notifies the account's owner of failed sign-ins. */
export async function warnOwner(
  ctx: VisitorContext,
  what: keyof typeof WARNINGS,
  failures: { userId: string; windowSeconds: number },
): Promise<void> {
  await WARNINGS[what](ctx, failures).catch((error: unknown) =>
    log.error("failed sign-ins not reported to their owner", { error }),
  );
}
