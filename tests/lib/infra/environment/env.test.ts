import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { BadEnvironment, readEnv, type Source } from "@/lib/infra/environment/env";
import { parseSentinelAddress } from "@/lib/infra/environment/sentinel-address";
import { VARIABLES } from "@/lib/infra/environment/variables";

const SECRET = "b2f7c1d94e60a85f3b7d29c4e816f05a";
const minimal: Source = { DATABASE_URL: "postgresql://app@localhost/app", NEXTAUTH_SECRET: SECRET };

describe("the environment", () => {
  test("requires a database and a secret, and has defaults for the rest", () => {
    const env = readEnv(minimal);
    expect(env.rateLimits.bet).toEqual({ count: 10, seconds: 60 });
    expect(env.webhooks.backoffSeconds).toEqual([0, 60, 300, 1800, 7200, 21600]);
    expect(env.limiter).toEqual({ kind: "process" });
    expect(env.storage).toEqual({ kind: "folder", directory: ".data/media", minFreeBytes: 256_000_000 });
    expect(env.encryptionKey).toBe(SECRET);
    expect(env.siteUrl).toBe("http://localhost:3000");
  });

  test("names every invalid variable in one error, without values", () => {
    const problems = problemsOf({
      DATABASE_URL: "mysql://hunter2@host/app",
      RATE_LIMIT_BET: "hunter2",
      TRUSTED_PROXIES: "-1",
      PREPARED_STATEMENTS: "hunter2",
      WEBHOOK_BACKOFF_SECONDS: "1,2",
      GITHUB_CLIENT_ID: "hunter2",
    });
    expect(Object.keys(problems).sort()).toEqual([
      "DATABASE_URL",
      "GITHUB_CLIENT_SECRET",
      "NEXTAUTH_SECRET",
      "PREPARED_STATEMENTS",
      "RATE_LIMIT_BET",
      "TRUSTED_PROXIES",
      "WEBHOOK_BACKOFF_SECONDS",
    ]);
    expect(problems.NEXTAUTH_SECRET).toBe("is missing");
    expect(problems.RATE_LIMIT_BET).toContain("COUNT/SECONDS");
    expect(JSON.stringify(problems)).not.toContain("hunter2");
  });

  test("sends mail if a server is configured, prints it on one machine, and has no mail elsewhere", () => {
    const production = { ...minimal, NODE_ENV: "production" };
    const mail = { SMTP_URL: "smtps://user:p%40ss@host", MAIL_FROM: "Pegboard <mail@pegboard.example>" };
    expect(readEnv({ ...production, ...mail }).mail).toEqual({
      kind: "smtp",
      url: mail.SMTP_URL,
      from: mail.MAIL_FROM,
    });
    expect(readEnv(production).mail).toEqual({ kind: "terminal" });
    expect(readEnv({ ...production, NEXTAUTH_URL: "https://pegboard.example" }).mail).toEqual({ kind: "none" });
    expect(problemsOf({ ...minimal, SMTP_URL: "http://host" })).toHaveProperty("SMTP_URL");
    expect(problemsOf({ ...minimal, SMTP_URL: mail.SMTP_URL })).toHaveProperty("MAIL_FROM");
  });

  test("requires verified addresses if mail is sent, unless configured otherwise, and never without mail", () => {
    const mail = { SMTP_URL: "smtp://mail.example", MAIL_FROM: "mail@pegboard.example" };
    const isRequired = (more: Source) => readEnv({ ...minimal, ...more }).requireVerifiedEmail;
    expect(isRequired({})).toBe(false);
    expect(isRequired(mail)).toBe(true);
    expect(isRequired({ ...mail, REQUIRE_VERIFIED_EMAIL: "0" })).toBe(false);
    expect(isRequired({ REQUIRE_VERIFIED_EMAIL: "1" })).toBe(true);
    const nowhere = { NODE_ENV: "production", NEXTAUTH_URL: "https://pegboard.example" };
    expect(isRequired({ ...nowhere, REQUIRE_VERIFIED_EMAIL: "1" })).toBe(false);
  });

  test("treats an empty variable as unset", () => {
    expect(readEnv({ ...minimal, RATE_LIMIT_BET: "", REDIS_URL: "" })).toEqual(readEnv(minimal));
  });

  test.each(["short", "changeme-changeme-changeme-changeme", "a".repeat(40)])(
    "rejects the secret %s in production",
    (secret) => {
      const source = { ...minimal, NEXTAUTH_SECRET: secret };
      expect(readEnv(source).authSecret).toBe(secret);
      expect(problemsOf({ ...source, NODE_ENV: "production" })).toHaveProperty("NEXTAUTH_SECRET");
    },
  );

  test("says which word makes a token look like a placeholder", () => {
    const METRICS_TOKEN = "metrics-token-0123456789";
    expect(problemsOf({ ...minimal, METRICS_TOKEN, NODE_ENV: "production" }).METRICS_TOKEN).toContain("“0123456789”");
  });

  test("accepts the address of a Redis, or those of its sentinels", () => {
    const addressOf = (url: string) => readEnv({ ...minimal, REDIS_URL: url }).redisUrl;
    expect(addressOf("rediss://:secret@cache:6380/2")).toBe("rediss://:secret@cache:6380/2");
    const sentinels = "redis+sentinel://app:p%40ss@one:26379,two,[::1]:5000/cache/3?sentinelPassword=s%3As";
    expect(addressOf(sentinels)).toBe(sentinels);
    expect(parseSentinelAddress(sentinels)).toEqual({
      sentinels: [
        { host: "one", port: 26_379 },
        { host: "two", port: 26_379 },
        { host: "::1", port: 5000 },
      ],
      name: "cache",
      db: 3,
      username: "app",
      password: "p@ss",
      sentinelPassword: "s:s",
      usesTls: false,
    });
    expect(parseSentinelAddress("rediss+sentinel://one/cache")).toMatchObject({ usesTls: true, db: 0 });
    for (const url of ["redis+sentinel://one", "redis+sentinel://one,:7/cache", "redis+sentinel://a%zz@one/cache"])
      expect(problemsOf({ ...minimal, REDIS_URL: url })).toHaveProperty("REDIS_URL");
  });

  test("accepts roles for instances of npm start, but not for serverless functions", () => {
    expect(readEnv(minimal).role).toBe("both");
    expect(readEnv({ ...minimal, PEGBOARD_ROLE: "jobs" }).role).toBe("jobs");
    expect(problemsOf({ ...minimal, PEGBOARD_ROLE: "worker" })).toHaveProperty("PEGBOARD_ROLE");
    expect(problemsOf({ ...minimal, PEGBOARD_ROLE: "web", VERCEL: "1" })).toHaveProperty("PEGBOARD_ROLE");
  });

  test("accepts a time for drills where there are backups, but not for serverless functions", () => {
    const drills = { BACKUP_DIR: "/backups", DRILL_AT: "03:05" };
    expect(readEnv({ ...minimal, ...drills }).drills).toMatchObject({
      backups: "/backups",
      at: { hours: 3, minutes: 5 },
    });
    expect(readEnv(minimal).drills.at).toBeUndefined();
    expect(problemsOf({ ...minimal, DRILL_AT: "03:05" })).toHaveProperty("BACKUP_DIR");
    for (const time of ["3:05", "24:00", "03:60", "nightly"])
      expect(problemsOf({ ...minimal, ...drills, DRILL_AT: time })).toHaveProperty("DRILL_AT");
    expect(problemsOf({ ...minimal, ...drills, VERCEL: "1" })).toHaveProperty("DRILL_AT");
  });

  test("rejects private webhook targets if VERCEL_ENV is production", () => {
    const source = { ...minimal, WEBHOOK_ALLOW_PRIVATE_TARGETS: "1" };
    expect(readEnv(source).webhooks.allowPrivateTargets).toBe(true);
    expect(problemsOf({ ...source, VERCEL_ENV: "production" })).toHaveProperty("WEBHOOK_ALLOW_PRIVATE_TARGETS");
  });

  test("rejects Inngest's unsigned dev mode if VERCEL_ENV is production", () => {
    for (const dev of ["1", "http://localhost:8288"])
      expect(problemsOf({ ...minimal, INNGEST_DEV: dev, VERCEL_ENV: "production" })).toHaveProperty("INNGEST_DEV");
    expect(readEnv({ ...minimal, INNGEST_DEV: "0", VERCEL_ENV: "production" }).inngest).toBeUndefined();
  });

  test("rejects Vercel without shared stores for limits and files and a delivery driver", () => {
    expect(Object.keys(problemsOf({ ...minimal, VERCEL: "1" })).toSorted()).toEqual([
      "CRON_SECRET",
      "S3_ACCESS_KEY_ID",
      "S3_BUCKET",
      "S3_ENDPOINT",
      "S3_SECRET_ACCESS_KEY",
      "UPSTASH_REDIS_REST_URL",
    ]);
    const lasting = {
      ...minimal,
      VERCEL: "1",
      REDIS_URL: "redis://host",
      S3_ENDPOINT: "https://s3.example",
      S3_BUCKET: "b",
      S3_ACCESS_KEY_ID: "id",
      S3_SECRET_ACCESS_KEY: "key",
    };
    expect(readEnv({ ...lasting, CRON_SECRET: SECRET })).toMatchObject({
      limiter: { kind: "redis" },
      storage: { kind: "s3" },
    });
    expect(readEnv({ ...lasting, INNGEST_EVENT_KEY: "key", INNGEST_SIGNING_KEY: "key" }).inngest).toMatchObject({
      eventKey: "key",
    });
  });

  test("is documented in .env.example, each variable with its default and a comment", () => {
    const lines = readFileSync(".env.example", "utf8")
      .split("\n")
      .filter((line) => /^[A-Z]/.test(line));
    const entries = lines.map((line) => /^(\w+)=(\S*)\s+# \S.+$/.exec(line) ?? [line, line, ""]);
    const names = entries.map(([, name = ""]) => name);
    const declared = Object.keys(VARIABLES.shape);
    const missing = declared.filter((name) => !names.includes(name));
    expect(missing, ".env.example lacks a line for").toEqual([]);
    expect(
      names.filter((name) => !declared.includes(name)),
      ".env.example has a line for what is no variable",
    ).toEqual([]);
    const defaults = Object.fromEntries(entries.flatMap(([, name, value]) => (name && value ? [[name, value]] : [])));
    expect(readEnv({ ...minimal, ...defaults })).toEqual(readEnv(minimal));
  });
});

function problemsOf(source: Source): Record<string, string> {
  try {
    readEnv(source);
    return {};
  } catch (error) {
    if (!(error instanceof BadEnvironment)) throw error;
    return Object.fromEntries(error.problems);
  }
}
