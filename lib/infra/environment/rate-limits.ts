import type { Rate, Variables } from "./variables";

/** The rate of each budget, by its name. */
export function rateLimits(vars: Variables) {
  return {
    v1Free: vars.RATE_LIMIT_V1_FREE,
    v1Pro: vars.RATE_LIMIT_V1_PRO,
    v1FreeAccount: vars.RATE_LIMIT_V1_ACCOUNT ?? times(ACCOUNT_TIMES_TIER, vars.RATE_LIMIT_V1_FREE),
    v1ProAccount: vars.RATE_LIMIT_V1_ACCOUNT ?? times(ACCOUNT_TIMES_TIER, vars.RATE_LIMIT_V1_PRO),
    images: vars.RATE_LIMIT_IMAGES,
    sandbox: vars.RATE_LIMIT_SANDBOX,
    sandboxAttempts: vars.RATE_LIMIT_SANDBOX_ATTEMPTS,
    sandboxResets: vars.RATE_LIMIT_SANDBOX_RESETS,
    authFailures: vars.RATE_LIMIT_AUTH_FAILURES,
    bet: vars.RATE_LIMIT_BET,
    claim: vars.RATE_LIMIT_CLAIM,
    purchase: vars.RATE_LIMIT_PURCHASE,
    pulse: vars.RATE_LIMIT_PULSE,
    live: vars.RATE_LIMIT_LIVE,
    preview: vars.RATE_LIMIT_PREVIEW,
    signUp: vars.RATE_LIMIT_SIGN_UP,
    signIn: vars.RATE_LIMIT_SIGN_IN,
    forgotPassword: vars.RATE_LIMIT_FORGOT_PASSWORD,
    search: vars.RATE_LIMIT_SEARCH,
    costly: vars.RATE_LIMIT_COSTLY,
    export: vars.RATE_LIMIT_EXPORT,
    roomCreate: vars.RATE_LIMIT_ROOM_CREATE,
    roomJoin: vars.RATE_LIMIT_ROOM_JOIN,
    roomMessages: vars.RATE_LIMIT_ROOM_MESSAGES,
    roomReactions: vars.RATE_LIMIT_ROOM_REACTIONS,
    roomChanges: vars.RATE_LIMIT_ROOM_CHANGES,
    roomTyping: vars.RATE_LIMIT_ROOM_TYPING,
    duelChallenges: vars.RATE_LIMIT_DUEL_CHALLENGES,
    duelActions: vars.RATE_LIMIT_DUEL_ACTIONS,
    writeHourly: vars.RATE_LIMIT_WRITE_HOURLY,
    writePosts: vars.RATE_LIMIT_WRITE_POSTS,
    writeComments: vars.RATE_LIMIT_WRITE_COMMENTS,
    writeMarks: vars.RATE_LIMIT_WRITE_MARKS,
    writeFollows: vars.RATE_LIMIT_WRITE_FOLLOWS,
    writeSafety: vars.RATE_LIMIT_WRITE_SAFETY,
    writeBuilds: vars.RATE_LIMIT_WRITE_BUILDS,
    writeArticles: vars.RATE_LIMIT_WRITE_ARTICLES,
    writeProfile: vars.RATE_LIMIT_WRITE_PROFILE,
    writeWebhooks: vars.RATE_LIMIT_WRITE_WEBHOOKS,
    writeKeys: vars.RATE_LIMIT_WRITE_KEYS,
    writeNotices: vars.RATE_LIMIT_WRITE_NOTICES,
    writeReports: vars.RATE_LIMIT_WRITE_REPORTS,
    writeModeration: vars.RATE_LIMIT_WRITE_MODERATION,
    writeCoins: vars.RATE_LIMIT_WRITE_COINS,
  } satisfies Record<string, Rate>;
}

/** Our choice: the limit for all keys of an account together, as a multiple of one key's limit. */
const ACCOUNT_TIMES_TIER = 5;

function times(factor: number, { count, seconds }: Rate): Rate {
  return { count: factor * count, seconds };
}
