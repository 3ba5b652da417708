import { type Variables, VARIABLES, type Rate } from "./variables";
import { combinationProblems } from "./rules";

export type Env = ReturnType<typeof arrange>;
export type Source = Record<string, string | undefined>;

let known: Env | undefined;

/** Returns this deployment's settings, read and validated once. Nothing else reads process.env at run time. */
export function env(): Env {
  return (known ??= readEnv(process.env));
}

/** Lets this process read the environment of the processes that it starts. */
export function adoptEnvironment(source: Source): void {
  // Skips undefined values, which an assignment would turn into the text "undefined".
  for (const [name, value] of Object.entries(source)) if (value !== undefined) process.env[name] = value;
}

/** Validates the environment. The error names every invalid variable but no value, since secrets are among them. */
export function readEnv(source: Source): Env {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const parsed = VARIABLES.safeParse(given);
  const problems = new Map<string, string>(combinationProblems(given));
  for (const { path, message } of parsed.error?.issues ?? []) {
    const name = String(path[0]);
    problems.set(name, given[name] === undefined ? "is missing" : message);
  }
  if (!parsed.success || problems.size > 0) throw new BadEnvironment(problems);
  return arrange(parsed.data);
}

export class BadEnvironment extends Error {
  override name = "BadEnvironment";

  constructor(readonly problems: ReadonlyMap<string, string>) {
    const lines = [...problems].map(([name, problem]) => `  ${name} ${problem}`);
    super(["These environment variables need attention (.env.example explains each):", ...lines].join("\n"));
  }
}

const MEGABYTE = 1_000_000;

/** Statements of requests take milliseconds. Transaction poolers reject this setting: there, the role's own applies. */
const STATEMENT_TIMEOUT_SECONDS = 8;

function arrange(vars: Variables) {
  return {
    production: vars.NODE_ENV === "production",
    port: vars.PORT,
    host: vars.HOST,
    role: vars.PEGBOARD_ROLE,
    logLevel: vars.LOG_LEVEL,
    monitoring: {
      logFormat: logFormat(vars),
      accessLog: vars.ACCESS_LOG ?? logFormat(vars) === "json",
      healthToken: vars.HEALTH_TOKEN,
      metricsToken: vars.METRICS_TOKEN,
      /** The SDK itself reads the collector's address. */
      traces: vars.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined,
    },
    siteUrl: siteUrl(vars),
    database: {
      url: vars.DATABASE_URL,
      directUrl: vars.DIRECT_DATABASE_URL ?? vars.DATABASE_URL,
      replicaUrls: vars.DATABASE_REPLICA_URL,
      maxReplicaLagMs: 1000 * vars.DATABASE_REPLICA_MAX_LAG,
      poolMax: vars.DATABASE_POOL_MAX,
      preparedStatements: vars.PREPARED_STATEMENTS,
      statementTimeoutMs:
        1000 * (vars.DATABASE_STATEMENT_TIMEOUT ?? (vars.PREPARED_STATEMENTS ? STATEMENT_TIMEOUT_SECONDS : 0)),
    },
    demo: { seed: vars.SEED_DEMO, password: vars.DEMO_PASSWORD },
    authSecret: vars.NEXTAUTH_SECRET,
    encryptionKey: vars.ENCRYPTION_KEY ?? vars.NEXTAUTH_SECRET,
    previousEncryptionKey: vars.ENCRYPTION_KEY_PREVIOUS,
    encryptionKeyFrom: vars.ENCRYPTION_KEY === undefined ? ("NEXTAUTH_SECRET" as const) : ("ENCRYPTION_KEY" as const),
    oauth: {
      github: pair(vars.GITHUB_CLIENT_ID, vars.GITHUB_CLIENT_SECRET),
      google: pair(vars.GOOGLE_CLIENT_ID, vars.GOOGLE_CLIENT_SECRET),
    },
    discord: discord(vars),
    mail: mailSettings(vars),
    requireVerifiedEmail: requiresVerifiedEmail(vars, mailSettings(vars)),
    trustedProxies: vars.TRUSTED_PROXIES,
    rateLimits: rateLimits(vars),
    limiter: limiter(vars),
    redisUrl: vars.REDIS_URL,
    webhooks: {
      allowPrivateTargets: vars.WEBHOOK_ALLOW_PRIVATE_TARGETS,
      backoffSeconds: vars.WEBHOOK_BACKOFF_SECONDS,
    },
    linkPreviews: vars.LINK_PREVIEWS,
    /** Undefined where this deployment pushes nothing. */
    vapidPrivateKey: vars.VAPID_PRIVATE_KEY,
    inngest: inngest(vars),
    cronSecret: vars.CRON_SECRET,
    storage: storage(vars),
    drills: {
      /** The folder that holds backups; undefined where none is named. */
      backups: vars.BACKUP_DIR,
      /** When a drill begins each day; undefined where drills are left to whoever runs the command. */
      at: vars.DRILL_AT,
      /** A database beside which drills make theirs, rather than beside the live one. */
      serverUrl: vars.DRILL_DATABASE_URL,
    },
    maxSandboxes: vars.MAX_SANDBOXES,
    imageQuota: {
      dailyBytes: vars.IMAGE_QUOTA_DAILY_MB * MEGABYTE,
      totalBytes: vars.IMAGE_QUOTA_TOTAL_MB * MEGABYTE,
    },
    vercel: vars.VERCEL,
  };
}

/** Logs are JSON where a host stores them, and text in development. */
function logFormat(vars: Variables) {
  return vars.LOG_FORMAT ?? (vars.NODE_ENV === "production" ? "json" : "text");
}

function siteUrl(vars: Variables): string {
  if (vars.NEXTAUTH_URL) return new URL(vars.NEXTAUTH_URL).origin;
  const onVercel = vars.VERCEL_ENV === "production" ? vars.VERCEL_PROJECT_PRODUCTION_URL : vars.VERCEL_URL;
  return onVercel ? `https://${onVercel}` : `http://localhost:${vars.PORT}`;
}

function limiter(vars: Variables) {
  const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token, REDIS_URL: redis } = vars;
  if (url && token) return { kind: "upstash", url, token } as const;
  return redis ? ({ kind: "redis", url: redis } as const) : ({ kind: "process" } as const);
}

/** Returns Inngest's settings; undefined if this deployment runs without it. */
function inngest(vars: Variables) {
  const dev = vars.INNGEST_DEV !== undefined && !["0", "false"].includes(vars.INNGEST_DEV);
  if (!vars.INNGEST_EVENT_KEY && !dev) return undefined;
  return {
    dev,
    eventKey: vars.INNGEST_EVENT_KEY,
    signingKey: vars.INNGEST_SIGNING_KEY,
    acceptsUnsignedSync: vars.INNGEST_ENABLE_UNAUTHED_SYNC,
    baseUrl: vars.INNGEST_BASE_URL ?? (vars.INNGEST_DEV?.startsWith("http") ? vars.INNGEST_DEV : undefined),
  };
}

function storage(vars: Variables) {
  const {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    S3_PUBLIC_URL: publicUrl,
  } = vars;
  if (endpoint && bucket && accessKeyId && secretAccessKey)
    return { kind: "s3", endpoint, bucket, region, accessKeyId, secretAccessKey, publicUrl } as const;
  return { kind: "folder", directory: vars.STORAGE_DIR, minFreeBytes: vars.STORAGE_MIN_FREE_MB * MEGABYTE } as const;
}

/** Undefined where this deployment has no Discord application. */
function discord(vars: Variables) {
  const { DISCORD_CLIENT_ID: clientId, DISCORD_CLIENT_SECRET: clientSecret, DISCORD_PUBLIC_KEY: publicKey } = vars;
  if (!clientId || !clientSecret || !publicKey) return undefined;
  return { clientId, clientSecret, publicKey, apiUrl: vars.DISCORD_API_URL.replace(/\/$/, "") };
}

function pair(id: string | undefined, secret: string | undefined) {
  return id && secret ? { id, secret } : undefined;
}

/** The name of a budget that a variable sets: `writePosts` for `RATE_LIMIT_WRITE_POSTS`. */
type Budget<Variable> = Variable extends `RATE_LIMIT_${infer Words}` ? CamelCase<Words> : never;
type CamelCase<Words extends string> = Words extends `${infer First}_${infer Rest}`
  ? `${Lowercase<First>}${Capitalize<CamelCase<Rest>>}`
  : Lowercase<Words>;

/** The limit for all keys of an account together, as a multiple of one key's limit (docs/contract.md#rate-limits). */
const ACCOUNT_TIMES_TIER = 5;

export function rateLimits({ RATE_LIMIT_V1_ACCOUNT: account, ...vars }: Variables) {
  const entries = Object.entries(vars).filter(([name]) => name.startsWith("RATE_LIMIT_"));
  const rates = Object.fromEntries(entries.map(([name, rate]) => [budgetOf(name), rate]));
  return {
    ...(rates as Record<Budget<keyof typeof vars>, Rate>),
    v1FreeAccount: account ?? times(ACCOUNT_TIMES_TIER, vars.RATE_LIMIT_V1_FREE),
    v1ProAccount: account ?? times(ACCOUNT_TIMES_TIER, vars.RATE_LIMIT_V1_PRO),
  };
}

function budgetOf(variable: string): string {
  const words = variable.replace("RATE_LIMIT_", "").toLowerCase();
  return words.replace(/_./g, ([, letter = ""]) => letter.toUpperCase());
}

function times(factor: number, { count, seconds }: Rate): Rate {
  return { count: factor * count, seconds };
}

export type MailSettings =
  | { kind: "smtp"; url: string; from: string }
  /** The site's users sit at its terminal, where links are printed. */
  | { kind: "terminal" }
  | { kind: "none" };

/** Whether accounts only read until their address is verified: by default with a mail server, never without mail. */
function requiresVerifiedEmail({ REQUIRE_VERIFIED_EMAIL: wanted }: Variables, mail: MailSettings): boolean {
  return mail.kind !== "none" && (wanted ?? mail.kind === "smtp");
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

function mailSettings(vars: Variables): MailSettings {
  const { SMTP_URL: url, MAIL_FROM: from, NODE_ENV } = vars;
  if (url && from) return { kind: "smtp", url, from };
  const isOneMachine = LOOPBACK.test(new URL(siteUrl(vars)).hostname);
  return { kind: NODE_ENV !== "production" || isOneMachine ? "terminal" : "none" };
}
