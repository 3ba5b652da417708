import { createECDH } from "node:crypto";
import { z } from "zod";
import { parseSentinelAddress } from "./sentinel-address";

export interface Rate {
  count: number;
  seconds: number;
}

/** In UTC. */
export interface TimeOfDay {
  hours: number;
  minutes: number;
}

const text = z.string();
const secret = z.string().min(16, "must be at least 16 characters long");
const webAddress = z.url({ protocol: /^https?$/, error: "must be an address such as https://pegboard.example" });
const databaseAddress = z.url({
  protocol: /^postgres(ql)?$/,
  error: "must be a PostgreSQL address: postgresql://user:password@host:5432/database",
});
const replicaAddresses = z
  .string()
  .transform((value) => value.split(/\s+/).filter(Boolean))
  .pipe(z.array(databaseAddress));
const redisAddress = z.string().refine((url) => isRedisAddress(url), {
  error: "must be a Redis address: redis://host:6379, or redis+sentinel://host1:26379,host2:26379/master",
});
const isRedisAddress = (url: string) =>
  z.url({ protocol: /^rediss?$/ }).safeParse(url).success || parseSentinelAddress(url) !== undefined;
const mailServer = z.url({
  protocol: /^smtps?$/,
  error: "must be the address of a mail server: smtps://user:password@host:465, or smtp://host:587",
});
const sender = z
  .string()
  .regex(
    /^([^<>\r\n]{1,100}<[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/,
    "must be an address, such as Pegboard <mail@pegboard.example>",
  );
const hexKey = z.string().regex(/^[\da-f]{64}$/i, "must be 64 hexadecimal digits");
const vapidKey = z
  .string()
  .refine(isVapidKey, "must be the 32 bytes of a private key in base64url: npx web-push generate-vapid-keys");
const flag = z
  .enum(["0", "1", "false", "true"], { error: "must be 0 or 1" })
  .transform((value) => value === "1" || value === "true");

function isVapidKey(key: string): boolean {
  try {
    createECDH("prime256v1").setPrivateKey(key, "base64url");
    return key.length === 43;
  } catch {
    return false;
  }
}

function integer(minimum: number, maximum: number) {
  const error = `must be a whole number from ${minimum} to ${maximum}`;
  return z.string().regex(/^\d+$/, error).transform(Number).pipe(z.number().min(minimum, error).max(maximum, error));
}

function oneOf<const T extends readonly string[]>(...values: T) {
  return z.enum(values, { error: `must be one of ${values.join(", ")}` });
}

const rate = z
  .string()
  .regex(/^[1-9]\d{0,8}\/[1-9]\d{0,5}$/, "must be COUNT/SECONDS, for example 120/60")
  .transform((value): Rate => {
    const [count = 0, seconds = 0] = value.split("/").map(Number);
    return { count, seconds };
  });

const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "must be a time in UTC, for example 03:30")
  .transform((value): TimeOfDay => {
    const [hours = 0, minutes = 0] = value.split(":").map(Number);
    return { hours, minutes };
  });

/** Seconds to wait before each attempt of a delivery. */
const schedule = z
  .string()
  .regex(/^\d{1,6}(,\d{1,6}){5}$/, "must be six numbers of seconds, for example 0,60,300,1800,7200,21600")
  .transform((value) => value.split(",").map(Number));

/** Every environment variable that the product reads. `.env.example` explains each. */
export const VARIABLES = z.object({
  NODE_ENV: oneOf("production", "development", "test").default("development"),
  PORT: integer(1, 65_535).default(3000),
  HOST: text.default("127.0.0.1"),
  PEGBOARD_ROLE: oneOf("both", "web", "jobs").default("both"),
  SHUTDOWN_GRACE_SECONDS: integer(1, 600).default(8),
  WEB_CONCURRENCY: integer(1, 128).optional(),
  PAGE_WORKERS: integer(1, 128).default(1),
  DIRECT_MOUNT: flag.default(true),
  LOG_LEVEL: oneOf("debug", "info", "warn", "error", "silent").default("info"),
  LOG_FORMAT: oneOf("json", "text").optional(),
  ACCESS_LOG: flag.optional(),
  HEALTH_TOKEN: secret.optional(),
  METRICS_TOKEN: secret.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress.optional(),

  DATABASE_URL: databaseAddress,
  DIRECT_DATABASE_URL: databaseAddress.optional(),
  DATABASE_REPLICA_URL: replicaAddresses.default([]),
  DATABASE_REPLICA_MAX_LAG: integer(1, 60).default(5),
  DATABASE_POOL_MAX: integer(1, 500).default(20),
  DATABASE_STATEMENT_TIMEOUT: integer(0, 86_400).optional(),
  PREPARED_STATEMENTS: flag.default(true),
  SEED_DEMO: flag.optional(),
  DEMO_PASSWORD: z.string().min(10, "must be at least 10 characters long").optional(),

  NEXTAUTH_URL: webAddress.optional(),
  NEXTAUTH_SECRET: text,
  ENCRYPTION_KEY: z.string().min(32, "must be at least 32 characters long").optional(),
  ENCRYPTION_KEY_PREVIOUS: text.optional(),
  GITHUB_CLIENT_ID: text.optional(),
  GITHUB_CLIENT_SECRET: text.optional(),
  GOOGLE_CLIENT_ID: text.optional(),
  GOOGLE_CLIENT_SECRET: text.optional(),
  DISCORD_CLIENT_ID: text.optional(),
  DISCORD_CLIENT_SECRET: text.optional(),
  DISCORD_PUBLIC_KEY: hexKey.optional(),
  DISCORD_API_URL: webAddress.default("https://discord.com/api/v10"),

  SMTP_URL: mailServer.optional(),
  MAIL_FROM: sender.optional(),
  REQUIRE_VERIFIED_EMAIL: flag.optional(),

  TRUSTED_PROXIES: integer(0, 20).default(0),
  RATE_LIMIT_V1_FREE: rate.prefault("120/60"),
  RATE_LIMIT_V1_PRO: rate.prefault("600/60"),
  RATE_LIMIT_V1_ACCOUNT: rate.optional(),
  RATE_LIMIT_IMAGES: rate.prefault("15/60"),
  RATE_LIMIT_SANDBOX: rate.prefault("600/60"),
  RATE_LIMIT_SANDBOX_ATTEMPTS: rate.prefault("600/60"),
  RATE_LIMIT_SANDBOX_RESETS: rate.prefault("20/60"),
  RATE_LIMIT_AUTH_FAILURES: rate.prefault("60/60"),
  RATE_LIMIT_BET: rate.prefault("10/60"),
  RATE_LIMIT_CLAIM: rate.prefault("3/60"),
  RATE_LIMIT_PURCHASE: rate.prefault("5/60"),
  RATE_LIMIT_PULSE: rate.prefault("60/60"),
  RATE_LIMIT_LIVE: rate.prefault("60/60"),
  RATE_LIMIT_PREVIEW: rate.prefault("30/60"),
  RATE_LIMIT_SIGN_UP: rate.prefault("10/3600"),
  RATE_LIMIT_SIGN_IN: rate.prefault("20/60"),
  RATE_LIMIT_FORGOT_PASSWORD: rate.prefault("10/3600"),
  RATE_LIMIT_SEARCH: rate.prefault("60/60"),
  RATE_LIMIT_COSTLY: rate.prefault("120/60"),
  RATE_LIMIT_EXPORT: rate.prefault("6/3600"),
  RATE_LIMIT_ROOM_CREATE: rate.prefault("3/60"),
  RATE_LIMIT_ROOM_JOIN: rate.prefault("10/60"),
  RATE_LIMIT_ROOM_MESSAGES: rate.prefault("30/60"),
  RATE_LIMIT_ROOM_REACTIONS: rate.prefault("60/60"),
  RATE_LIMIT_ROOM_CHANGES: rate.prefault("60/60"),
  RATE_LIMIT_ROOM_TYPING: rate.prefault("60/60"),
  RATE_LIMIT_DUEL_CHALLENGES: rate.prefault("10/60"),
  RATE_LIMIT_DUEL_ACTIONS: rate.prefault("60/60"),
  RATE_LIMIT_WRITE_HOURLY: rate.prefault("3000/3600"),
  RATE_LIMIT_WRITE_POSTS: rate.prefault("150/60"),
  RATE_LIMIT_WRITE_COMMENTS: rate.prefault("150/60"),
  RATE_LIMIT_WRITE_MARKS: rate.prefault("300/60"),
  RATE_LIMIT_WRITE_FOLLOWS: rate.prefault("150/60"),
  RATE_LIMIT_WRITE_SAFETY: rate.prefault("150/60"),
  RATE_LIMIT_WRITE_BUILDS: rate.prefault("300/3600"),
  RATE_LIMIT_WRITE_ARTICLES: rate.prefault("60/60"),
  RATE_LIMIT_WRITE_PROFILE: rate.prefault("60/60"),
  RATE_LIMIT_WRITE_WEBHOOKS: rate.prefault("150/60"),
  RATE_LIMIT_WRITE_KEYS: rate.prefault("60/3600"),
  RATE_LIMIT_WRITE_NOTICES: rate.prefault("150/60"),
  RATE_LIMIT_WRITE_REPORTS: rate.prefault("60/3600"),
  RATE_LIMIT_WRITE_MODERATION: rate.prefault("150/60"),
  RATE_LIMIT_WRITE_COINS: rate.prefault("1000/60"),
  UPSTASH_REDIS_REST_URL: webAddress.optional(),
  UPSTASH_REDIS_REST_TOKEN: text.optional(),
  REDIS_URL: redisAddress.optional(),

  WEBHOOK_ALLOW_PRIVATE_TARGETS: flag.default(false),
  LINK_PREVIEWS: flag.default(true),
  VAPID_PRIVATE_KEY: vapidKey.optional(),
  WEBHOOK_BACKOFF_SECONDS: schedule.prefault("0,60,300,1800,7200,21600"),
  INNGEST_EVENT_KEY: text.optional(),
  INNGEST_SIGNING_KEY: text.optional(),
  INNGEST_BASE_URL: webAddress.optional(),
  INNGEST_DEV: text.optional(),
  INNGEST_ENABLE_UNAUTHED_SYNC: flag.default(false),
  CRON_SECRET: secret.optional(),

  BACKUP_DIR: text.optional(),
  DRILL_AT: timeOfDay.optional(),
  DRILL_DATABASE_URL: databaseAddress.optional(),

  MAX_SANDBOXES: integer(0, 10_000).default(100),
  IMAGE_QUOTA_DAILY_MB: integer(1, 1_000_000).default(200),
  IMAGE_QUOTA_TOTAL_MB: integer(1, 100_000_000).default(2000),
  STORAGE_DIR: text.default(".data/media"),
  STORAGE_MIN_FREE_MB: integer(0, 100_000_000).default(256),
  S3_ENDPOINT: webAddress.optional(),
  S3_BUCKET: text.optional(),
  S3_REGION: text.default("auto"),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
  S3_PUBLIC_URL: webAddress.optional(),

  VERCEL: flag.default(false),
  VERCEL_ENV: text.optional(),
  VERCEL_URL: text.optional(),
  VERCEL_PROJECT_PRODUCTION_URL: text.optional(),
});

export type Variables = z.output<typeof VARIABLES>;
