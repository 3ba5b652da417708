import type { VisitorContext } from "@/lib/domain/context";
import { acceptCode } from "@/lib/domain/factors/commands";
import { MAX_CODE_LENGTH } from "@/lib/domain/factors/rules";
import { spendCode } from "./attempts";
import { warnOwner } from "./warn-owner";

/** Returns the second-factor code sent with a sign-in; empty if there is none. */
export function codeIn(given: Record<string, string> | undefined): string {
  return given?.code?.trim().slice(0, MAX_CODE_LENGTH) ?? "";
}

/**
 * Whether a code is correct; each is accepted only once. Notifies the owner when the account reaches its limit of wrong
 * codes.
 * @throws SignInRejected after too many wrong codes
 */
export async function acceptCodeOf(
  ctx: VisitorContext,
  { userId, network, code }: { userId: string; network: string; code: string },
): Promise<boolean> {
  const attempt = await spendCode(ctx, { network, userId });
  const isRight = await acceptCode(ctx, userId, code).catch(async (error: unknown) => {
    await attempt.refund();
    throw error;
  });
  if (isRight) await attempt.refund();
  else if (attempt.wasLast) await warnOwner(ctx, "codes", { userId, windowSeconds: attempt.windowSeconds });
  return isRight;
}
