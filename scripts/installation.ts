import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { type Env, readEnv, type Source } from "@/lib/infra/env";
import { dataDirectory, PROJECT } from "./state-directory";
import { Trouble } from "./terminal";

export interface Installation {
  /** The environment that the server and its tools run in: what was given, and what this installation adds. */
  variables: Source;
  settings: Env;
}

/** Stands in for the address of the embedded database, which is known when that runs. */
const EMBEDDED = "postgresql://embedded";

/** What a start on one machine needs beyond what it was given: secrets of its own, kept for the next start. Writes nothing else. */
export function prepareInstallation(mode: "production" | "development"): Installation {
  for (const file of [`.env.${mode}.local`, ".env.local", `.env.${mode}`, ".env"]) loadFile(path.join(PROJECT, file));
  const given = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ""));
  const variables: Source = {
    ...given,
    NODE_ENV: mode,
    NEXT_TELEMETRY_DISABLED: "1",
    NEXTAUTH_URL: given.NEXTAUTH_URL ?? `http://localhost:${given.PORT ?? 3000}`,
    NEXTAUTH_SECRET: given.NEXTAUTH_SECRET ?? kept("NEXTAUTH_SECRET", "secret", () => randomBytes(32).toString("hex")),
  };
  // Whoever brings all that is needed may start where nothing can be written.
  if (isDemo(variables)) variables.DEMO_PASSWORD ??= kept("DEMO_PASSWORD", "demo-password", demoPassword);
  return { variables, settings: readEnv({ ...variables, DATABASE_URL: given.DATABASE_URL ?? EMBEDDED }) };
}

/** Whether demo people are made: in the embedded database unless it is refused, in another when it is asked for. */
export function isDemo({ SEED_DEMO: asked, DATABASE_URL: url }: Source): boolean {
  return asked === undefined ? url === undefined : asked === "1" || asked === "true";
}

/** What stands in the environment already goes before what stands in a file. */
function loadFile(file: string): void {
  if (fs.existsSync(file)) process.loadEnvFile(file);
}

/** What stands in for a variable that is not set: made on the first start, and kept in a file. */
function kept(variable: string, name: string, make: () => string): string {
  try {
    return readOrMake(path.join(dataDirectory(), name), make);
  } catch (error) {
    const { code, path: file } = error as NodeJS.ErrnoException;
    throw new Trouble(
      `${variable} is not set, and one made for this installation cannot be kept (${code} ${file}): set ${variable}, or start where this folder can be written.`,
    );
  }
}

/** Linked into place, so that of two first starts one makes it for both. */
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

/** Sixteen characters in groups of four, none of which is taken for another. */
function demoPassword(): string {
  const letters = "abcdefghijkmnpqrstuvwxyz23456789";
  return Array.from(
    randomBytes(16),
    (byte, index) => (index && index % 4 === 0 ? "-" : "") + letters[byte % letters.length],
  ).join("");
}
