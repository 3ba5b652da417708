import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { type Options, Transport } from "@/lib/openapi/client/runtime";
import { CommandError, EXIT } from "./exit-codes";
import { PACKAGE } from "./package";

interface Profiles {
  /** The site that commands use unless they name another. */
  current?: string;
  /** By the site's URL. */
  profiles: Record<string, Profile>;
}

interface Profile {
  handle: string;
  key: string;
}

/** A site, and the key for it. */
export interface Connection {
  site: string;
  key: string;
}

/** `--site`, then PEGBOARD_URL, then the site of the last sign-in, then the one that the package was built for. */
export function siteOf(given: string | undefined): string {
  const site = given ?? (process.env.PEGBOARD_URL || readProfiles().current) ?? PACKAGE.homepage;
  if (!URL.canParse(site) || !/^https?:/.test(site))
    throw new CommandError(`${site} is not the URL of a site: https://pegboard.example, say.`, EXIT.usage);
  return new URL(site).origin;
}

/** @throws CommandError if there is no key for the site */
export function connectionTo(given: string | undefined): Connection {
  const site = siteOf(given);
  const key = process.env.PEGBOARD_KEY || readProfiles().profiles[site]?.key;
  if (!key)
    throw new CommandError(
      `You are not signed in to ${site}. Run pegboard login, or set PEGBOARD_KEY.`,
      EXIT.notAllowed,
    );
  return { site, key };
}

export function transportTo({ site, key }: Connection, options: Partial<Options> = {}): Transport {
  return new Transport({ key, ...options }, site);
}

export function saveProfile(site: string, profile: Profile): void {
  const { profiles } = readProfiles();
  writeProfiles({ current: site, profiles: { ...profiles, [site]: profile } });
}

/** Forgets the key for a site. Returns whether there was one. */
export function removeProfile(site: string): boolean {
  const { current, profiles } = readProfiles();
  const { [site]: removed, ...others } = profiles;
  if (!removed) return false;
  writeProfiles({ current: current === site ? undefined : current, profiles: others });
  return true;
}

function readProfiles(): Profiles {
  const file = profilesFile();
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Profiles) : { profiles: {} };
}

function writeProfiles(profiles: Profiles): void {
  writePrivately(profilesFile(), profiles);
}

export function profilesFile(): string {
  return path.join(process.env.XDG_CONFIG_HOME || path.join(os.homedir(), ".config"), "pegboard", "profiles.json");
}

/** Where what commands remember is kept. */
export function stateFolder(): string {
  return path.join(process.env.XDG_STATE_HOME || path.join(os.homedir(), ".local", "state"), "pegboard");
}

/** Replaces a file that only its owner can read. A crash leaves the former or the new one, and nothing between. */
export function writePrivately(file: string, content: object): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(draft, file);
}
