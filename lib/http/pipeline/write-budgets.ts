import type { Actor } from "@/lib/domain/context";
import { requireVerifiedEmail } from "@/lib/domain/guards/verified-email";
import type { Method } from "@/lib/http/declaration";
import { failureOf } from "@/lib/http/response/errors";
import { type BudgetName, type Quota, refund, spendInTurn } from "@/lib/infra/limiter/rate-limit";

/** The account's budgets that each kind of write spends, in whichever channel. */
const WRITE_BUDGETS = {
  posts: ["writePosts", "writeHourly"],
  comments: ["writeComments", "writeHourly"],
  marks: ["writeMarks", "writeHourly"],
  follows: ["writeFollows", "writeHourly"],
  // No shared budget: a user who is being harassed must be able to block.
  safety: ["writeSafety"],
  builds: ["writeBuilds"],
  articles: ["writeArticles"],
  // No shared budget: a stolen key must not be able to keep its owner from revoking it.
  profile: ["writeProfile"],
  webhooks: ["writeWebhooks"],
  keys: ["writeKeys"],
  notices: ["writeNotices"],
  coins: ["writeCoins"],
  invitations: ["writeInvitations"],
  reports: ["writeReports"],
  moderation: ["writeModeration"],
  roomCreate: ["roomCreate"],
  roomJoin: ["roomJoin"],
  roomMessages: ["roomMessages"],
  roomReactions: ["roomReactions"],
  roomChanges: ["roomChanges"],
  roomTyping: ["roomTyping"],
  duelChallenges: ["duelChallenges"],
  duelActions: ["duelActions"],
} as const satisfies Record<string, readonly BudgetName[]>;

export type WriteKind = keyof typeof WRITE_BUDGETS;

/** Spends one write of the account's budgets in turn, up to the first that is exceeded. Returns their quotas. */
export function spendWrite(kind: WriteKind, accountId: string): Promise<Quota[]> {
  const spendings = WRITE_BUDGETS[kind].map((budget) => ({ budget, subject: accountId }));
  return spendInTurn(spendings, { whenDown: "local" });
}

/** Runs a write whose budget was spent, and refunds it if the service is unavailable. */
export function refundIfUnavailable<T>(
  kind: WriteKind | null,
  accountId: string | undefined,
  write: () => Promise<T>,
): Promise<T> {
  if (!kind || !accountId) return write();
  return write().catch(async (error: unknown) => {
    if (failureOf(error).code === "unavailable")
      await Promise.all(WRITE_BUDGETS[kind].map((budget) => refund(budget, accountId, { whenDown: "local" })));
    throw error;
  });
}

/** Writes that only change one's own account or create no content: allowed before the address is verified. */
const OPEN_WRITES: readonly WriteKind[] = ["profile", "notices"];
const OPEN_BUDGETS: readonly BudgetName[] = ["pulse", "preview", "forgotPassword"];

/**
 * Rejects writes by accounts that are still read-only.
 * @throws DomainError `forbidden` if the deployment requires a verified address and the actor has none
 */
export function admitWriter(
  { method, writes, budget }: { method: Method; writes: WriteKind | null; budget?: BudgetName },
  actor: Actor | null,
): void {
  const isOpen = writes === null ? budget && OPEN_BUDGETS.includes(budget) : OPEN_WRITES.includes(writes);
  if (actor && method !== "GET" && !isOpen) requireVerifiedEmail(actor);
}
