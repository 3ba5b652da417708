import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { type Env, readEnv, type Source } from "@/lib/infra/env";
import { dataDirectory, PROJECT } from "./state-directory";

export interface Installation {
  /** The environment that the server and its tools run in: what was given, and what this installation adds. */
  variables: Source;
  settings: Env;
}

/** Stands in for the address of the embedded database, which is known when that runs. */
const EMBEDDED = "postgresql://embedded";

/** What a start on one machine needs beyond what it was given: secrets of its own, kept for the next start. */
export function prepareInstallation(mode: "production" | "development"): Installation {
  for (const file of [`.env.${mode}.local`, ".env.local", `.env.${mode}`, ".env"]) loadFile(path.join(PROJECT, file));
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ""));
  const variables: Source = {
    ...given,
    NODE_ENV: mode,
    NEXT_TELEMETRY_DISABLED: "1",
    NEXTAUTH_URL: given.NEXTAUTH_URL ?? `http://localhost:${given.PORT ?? 3000}`,
    NEXTAUTH_SECRET: given.NEXTAUTH_SECRET ?? kept("secret", () => randomBytes(32).toString("hex")),
    DEMO_PASSWORD: given.DEMO_PASSWORD ?? kept("demo-password", demoPassword),
  };
  return { variables, settings: readEnv({ ...variables, DATABASE_URL: given.DATABASE_URL ?? EMBEDDED }) };
}

/** What stands in the environment already goes before what stands in a file. */
function loadFile(file: string): void {
  if (fs.existsSync(file)) process.loadEnvFile(file);
}

/** The file's content, made on the first start. Linked into place, so that of two first starts one makes it for both. */
function kept(name: string, make: () => string): string {
  const file = path.join(dataDirectory(), name);
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

/** Sixteen characters in groups of four, none of which is taken for another. */
function demoPassword(): string {
  const letters = "abcdefghijkmnpqrstuvwxyz23456789";
  return Array.from(randomBytes(16), (byte, index) => (index && index % 4 === 0 ? "-" : "") + letters[byte % letters.length]).join("");
}
