import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { type Options, Transport } from "@/lib/openapi/client/runtime";
import { isAlmostOver, refresh, type Tokens } from "./authorization";
import { CommandError, EXIT } from "./exit-codes";
import { PACKAGE } from "./package";

/** Who is signed in to a site, with an API key or with tokens approved in the browser. */
export type Profile = { handle: string } & ({ key: string } | { tokens: Tokens });

export interface Connection {
  site: string;
  key: Options["key"];
}

/**
 * Returns the site to use: `--site`, then PEGBOARD_URL, then that of the last sign-in, then that the package was built
 * for.
 */
export function siteOf(given: string | undefined): string {
  const site = given ?? (process.env.PEGBOARD_URL || currentSite()) ?? PACKAGE.homepage;
  if (!URL.canParse(site) || !/^https?:/.test(site))
    throw new CommandError(`${site} is not the URL of a site: https://pegboard.example, say.`, EXIT.usage);
  return new URL(site).origin;
}

/** Returns the address and credentials for a site. @throws CommandError if there is no key for the site */
export function connectionTo(given: string | undefined): Connection {
  const site = siteOf(given);
  if (process.env.PEGBOARD_KEY) return { site, key: process.env.PEGBOARD_KEY };
  const profile = profileOf(site);
  if (!profile)
    throw new CommandError(
      `You are not signed in to ${site}. Run pegboard login, or set PEGBOARD_KEY.`,
      EXIT.notAllowed,
    );
  return { site, key: "key" in profile ? profile.key : () => currentToken(site) };
}

/** Returns an access token that is valid for a while, and stores it. Concurrent commands get the same one. */
async function currentToken(site: string): Promise<string> {
  const profile = profileOf(site);
  if (!profile || "key" in profile) throw new CommandError(`You were signed out of ${site}.`, EXIT.notAllowed);
  if (!isAlmostOver(profile.tokens)) return profile.tokens.access;
  const tokens = await refresh(site, profile.tokens);
  // If the user has signed out meanwhile, they stay signed out.
  if (profileOf(site)) writePrivately(profileFile(site), { ...profile, tokens });
  return tokens.access;
}

export const transportTo = ({ site, key }: Connection): Transport => new Transport({ key }, site);

/** Stores who is signed in to a site, and makes it the default site of later commands. */
export function saveProfile(site: string, profile: Profile): void {
  writePrivately(profileFile(site), profile);
  writePrivately(currentFile(), { site });
}

export const profileOf = (site: string): Profile | undefined => readJson<Profile>(profileFile(site));

export function removeProfile(site: string): void {
  rmSync(profileFile(site), { force: true });
  if (currentSite() === site) rmSync(currentFile(), { force: true });
}

/** The site that commands use unless they name another. */
const currentSite = (): string | undefined => readJson<{ site: string }>(currentFile())?.site;

/** Returns a site's file. One per site, so that programs that sign in or renew tokens at once overwrite nothing. */
export const profileFile = (site: string): string =>
  path.join(settingsFolder(), "sites", `${encodeURIComponent(site)}.json`);

const currentFile = () => path.join(settingsFolder(), "current.json");

const settingsFolder = () => path.join(process.env.XDG_CONFIG_HOME || path.join(os.homedir(), ".config"), "pegboard");

function readJson<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

export function stateFolder(): string {
  return path.join(process.env.XDG_STATE_HOME || path.join(os.homedir(), ".local", "state"), "pegboard");
}

/** Replaces a file that only its owner can read. Atomic: a crash leaves either the old or the new content. */
export function writePrivately(file: string, content: object): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(draft, file);
}
