import { createECDH, randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { type Env, readEnv, type Source } from "@/lib/infra/environment/env";
import { PROJECT } from "@/lib/infra/process/project";
import { dataDirectory } from "./state-directory";
import { UserError } from "./terminal";

export interface Installation {
  /** The environment of the server and its tools: the given variables and those that this installation adds. */
  variables: Source;
  settings: Env;
}

/** The secrets that a first start generates unless they are given, and the files that store them. */
export const GENERATED_SECRETS = {
  NEXTAUTH_SECRET: "secret",
  VAPID_PRIVATE_KEY: "vapid-key",
  DEMO_PASSWORD: "demo-password",
};

/** A placeholder for the URL of the embedded database, which is not known until it runs. */
const EMBEDDED = "postgresql://embedded";

/** Completes the environment for a start on one machine with generated secrets, which it stores, and nothing else. */
export function prepareInstallation(mode: "production" | "development"): Installation {
  const given = givenEnvironment(mode);
  const variables: Source = {
    ...given,
    NODE_ENV: mode,
    NEXT_TELEMETRY_DISABLED: "1",
    LOG_FORMAT: logFormat(mode, given),
    NEXTAUTH_URL: given.NEXTAUTH_URL ?? `http://localhost:${given.PORT ?? 3000}`,
    NEXTAUTH_SECRET: given.NEXTAUTH_SECRET ?? kept("NEXTAUTH_SECRET", () => randomBytes(32).toString("hex")),
  };
  // Where secrets are given, nothing is written, so the file system may be read-only.
  if (!given.NEXTAUTH_SECRET) variables.VAPID_PRIVATE_KEY ??= kept("VAPID_PRIVATE_KEY", vapidKey);
  if (isDemo(variables)) variables.DEMO_PASSWORD ??= kept("DEMO_PASSWORD", demoPassword);
  return { variables, settings: readEnv({ ...variables, DATABASE_URL: given.DATABASE_URL ?? EMBEDDED }) };
}

/** The format of what a start prints, and of the server's log. */
export function logFormat(mode: "production" | "development", given = givenEnvironment(mode)): string {
  return given.LOG_FORMAT ?? (mode === "development" || process.stdout.isTTY ? "text" : "json");
}

/** Gives this process the installation's environment, for a command that needs no database. */
export function enterInstallation(): void {
  Object.assign(process.env, prepareInstallation("production").variables);
  process.env.DATABASE_URL ||= "postgresql://unused@127.0.0.1:1/unused";
}

/**
 * The environment of a command whose statements may take this long. It connects to the database directly if a direct
 * URL is given; otherwise it sends no setting that a pooler would reject.
 */
export function commandVariables(variables: Source, statementTimeoutSeconds: number): Source {
  const direct = variables.DIRECT_DATABASE_URL;
  const isPooled = !direct && !readEnv(variables).database.preparedStatements;
  return {
    ...variables,
    DATABASE_URL: direct ?? variables.DATABASE_URL,
    DATABASE_STATEMENT_TIMEOUT: String(isPooled ? 0 : statementTimeoutSeconds),
  };
}

/** The environment of this process, completed from the project's files. */
export function givenEnvironment(mode: "production" | "development"): Source {
  for (const file of [`.env.${mode}.local`, ".env.local", `.env.${mode}`, ".env"]) loadFile(path.join(PROJECT, file));
  return Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ""));
}

/** Whether to create demo data: by default in the embedded database, in any other only on request. */
export function isDemo({ SEED_DEMO: asked, DATABASE_URL: url }: Source): boolean {
  return asked === undefined ? url === undefined : asked === "1" || asked === "true";
}

/** Loads a file; variables that are already set take precedence. */
function loadFile(file: string): void {
  if (fs.existsSync(file)) process.loadEnvFile(file);
}

/** Returns the value for a variable that is not set: generated on the first start, and kept in a file. */
function kept(variable: keyof typeof GENERATED_SECRETS, make: () => string): string {
  try {
    return readOrMake(path.join(dataDirectory(), GENERATED_SECRETS[variable]), make);
  } catch (error) {
    const { code, path: file } = error as NodeJS.ErrnoException;
    throw new UserError(
      `${variable} is not set, and one made for this installation cannot be kept (${code} ${file}): set ${variable}, or start where this folder can be written.`,
    );
  }
}

/** Hard-links the file into place, so that two concurrent first starts end up with the same value. */
function readOrMake(file: string, make: () => string): string {
  if (!fs.existsSync(file)) {
    const draft = `${file}.${process.pid}`;
    fs.writeFileSync(draft, make(), { mode: 0o600 });
    try {
      fs.linkSync(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    } finally {
      fs.rmSync(draft);
    }
  }
  return fs.readFileSync(file, "utf8").trim();
}

/** A private key on the curve P-256, 32 bytes long even if it begins with zeros. */
function vapidKey(): string {
  const pair = createECDH("prime256v1");
  pair.generateKeys();
  return Buffer.from(pair.getPrivateKey("hex").padStart(64, "0"), "hex").toString("base64url");
}

/** Sixteen characters in groups of four, without any that look similar. */
function demoPassword(): string {
  const letters = "abcdefghijkmnpqrstuvwxyz23456789";
  return Array.from(
    randomBytes(16),
    (byte, index) => (index && index % 4 === 0 ? "-" : "") + letters[byte % letters.length],
  ).join("");
}
