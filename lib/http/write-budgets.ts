import { failureOf } from "./errors";
import { type BudgetName, type Quota, refund, spend } from "./rate-limit";

/** The budgets of an account that each kind of write spends, through the API and the app alike. */
const WRITE_BUDGETS = {
  posts: ["writePosts", "writeHourly"],
  comments: ["writeComments", "writeHourly"],
  marks: ["writeMarks", "writeHourly"],
  follows: ["writeFollows", "writeHourly"],
  builds: ["writeBuilds"],
  articles: ["writeArticles"],
  // Nothing that a stolen key can do may keep its owner from revoking it, so no shared budget here.
  profile: ["writeProfile"],
  webhooks: ["writeWebhooks"],
  keys: ["writeKeys"],
  notices: ["writeNotices"],
  coins: ["writeCoins"],
} as const satisfies Record<string, readonly BudgetName[]>;

export type WriteKind = keyof typeof WRITE_BUDGETS;

/** Takes one write from the account's budgets. Answers the quota that refuses it, if one does. */
export async function spendWrite(kind: WriteKind, accountId: string): Promise<Quota | undefined> {
  for (const budget of WRITE_BUDGETS[kind]) {
    const quota = await spend(budget, accountId, { whenDown: "local" });
    if (!quota.allowed) return quota;
  }
}

/** Runs a write that was spent. One that fails because the service is unavailable is given back: it counts against nobody. */
export async function refundIfUnavailable<T>(
  kind: WriteKind | null,
  accountId: string | undefined,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (kind && accountId && failureOf(error).code === "unavailable") {
      await Promise.all(WRITE_BUDGETS[kind].map((budget) => refund(budget, accountId, { whenDown: "local" })));
    }
    throw error;
  }
}
