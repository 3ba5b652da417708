import type { Env } from "@/lib/infra/environment/env";
import type { Rate } from "@/lib/infra/environment/variables";

/** Budgets that deployments cannot configure (docs/contract.md#rate-limits). */
export const FIXED_RATES = {
  /** Wrong passwords for one handle or e-mail address from one network, and wrong passwords in one session. */
  signInFailures: { count: 10, seconds: 15 * 60 },
  /** Wrong passwords for it from all networks together, of which an attacker may have many. */
  loginFailures: { count: 100, seconds: 15 * 60 },
  /** Wrong second-factor codes for one account, after the right password, from networks new to it. */
  codeFailures: { count: 20, seconds: 60 * 60 },
  /** Password resets requested for one e-mail address, whether or not an account has it. */
  passwordResets: { count: 5, seconds: 60 * 60 },
  /** Messages that one account requests to confirm an address. */
  emailLetters: { count: 5, seconds: 60 * 60 },
  /** Such messages to one address, whichever accounts request them. */
  lettersToAddress: { count: 5, seconds: 60 * 60 },
  /** Invitations that one account makes and revokes, several times what may be open. */
  writeInvitations: { count: 60, seconds: 60 * 60 },
  /** Archives that one account begins to bring. */
  imports: { count: 10, seconds: 24 * 60 * 60 },
  /** Parts of archives that one account sends, six times the largest. */
  importParts: { count: 300, seconds: 60 * 60 },
  /** Suggestions that one account requests while it types. */
  suggestions: { count: 20, seconds: 1 },
  /** Challenges that one client address requests before signing up; several per sign-up. */
  signUpChallenges: { count: 60, seconds: 60 * 60 },
  /** Device codes that one account enters and decides about: two calls per device. */
  deviceCodes: { count: 20, seconds: 60 * 60 },
  /** Device authorization requests from one client address. */
  deviceRequests: { count: 30, seconds: 60 * 60 },
  /** Apps that register themselves from one client address, or whose documents are first read for it or one account. */
  newApps: { count: 20, seconds: 60 * 60 },
  /** The same for the whole deployment. Far above a client's share, so that it takes a crowd of clients to spend it. */
  unownedApps: { count: 1000, seconds: 60 * 60 },
  /** Invalid codes and tokens sent by one app that has authenticated with its secret. */
  appFailures: { count: 600, seconds: 60 },
  /** App documents fetched for one account, or for one client address. Each is a request to a stranger. */
  appDocuments: { count: 60, seconds: 60 * 60 },
} satisfies Record<string, Rate>;

export type BudgetName = keyof Env["rateLimits"] | keyof typeof FIXED_RATES;

/** The account's budgets that each kind of write spends, in whichever channel. */
export const WRITE_BUDGETS = {
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
